// What is opened at the start, and how the work is kept: a link first, else the work of the last visit.
//
// Opening a link never loses work: what was there is put aside, and the palette brings it back.

import { effect } from "@preact/signals";
import { show, workspace } from "../judge/signals.ts";
import { fromFragment, toFragment } from "../model/share.ts";
import { workspaceOf, type Workspace } from "../model/workspace.ts";
import { complain, say } from "./notice.ts";
import { keep, kept } from "./storage.ts";

const WORK = "work";
const ASIDE = "aside";
/** Typing is saved when it pauses for this long. */
const PAUSE_MS = 400;

/** Puts the shared or the last work on the page. */
export async function openFirst(): Promise<void> {
  if (await openLink()) return;
  const last = stored(WORK);
  if (last) show(last);
}

/** Opens the work in the address, if there is some; says whether there was. */
async function openLink(): Promise<boolean> {
  try {
    const shared = await fromFragment(location.hash);
    if (!shared) return false;
    const mine = kept(WORK);
    if (mine !== null && mine !== JSON.stringify(shared)) keep(ASIDE, mine);
    show(shared);
    say("opened from a link; your own work is kept: `Back to my own work` in the palette");
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Brings back what was on the page before a link was opened. */
export function openAside(): void {
  const aside = stored(ASIDE);
  if (!aside) return say("there is no other work");
  keep(ASIDE, JSON.stringify(workspace()));
  show(aside);
  return say("this is your own work again");
}

/** Saves the work from now on, and opens links that come into the address. */
export function startSaving(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => keep(WORK, JSON.stringify(workspace()));
  let first = true;
  effect(() => {
    workspace();
    if (first) {
      first = false;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE_MS);
  });
  addEventListener("pagehide", save);
  addEventListener("hashchange", () => void openLink());
}

/** The address of this page with the work in it. */
export async function link(): Promise<string> {
  const url = new URL(location.href);
  url.hash = await toFragment(workspace());
  return url.href;
}

function stored(key: string): Workspace | null {
  try {
    return workspaceOf(JSON.parse(kept(key) ?? "null"));
  } catch {
    return null;
  }
}
