// The worker: loads the core once and puts the bench at the message port.

import { expose } from "comlink";
import { Bench } from "./bench.ts";
import { load } from "./core.ts";
import { Lacking } from "./instance.ts";

const bench = load().then((core) => new Bench(core));

/** A call that waits until the core is there, and for the rest of its module where it needs that. */
function waiting<Given extends unknown[], Answer>(
  call: (bench: Bench, ...given: Given) => Answer | Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    const there = await bench;
    try {
      return await call(there, ...given);
    } catch (error) {
      if (!(error instanceof Lacking)) throw error;
      await error.arrival;
      return await call(there, ...given);
    }
  };
}

/** The bench as the page calls it. */
const door = {
  version: waiting((bench) => bench.version()),
  reads: waiting((bench, ...given: Parameters<Bench["reads"]>) => bench.reads(...given)),
  stories: waiting((bench) => bench.stories()),
  open: waiting((bench, ...given: Parameters<Bench["open"]>) => bench.open(...given)),
  judge: waiting((bench, ...given: Parameters<Bench["judge"]>) => bench.judge(...given)),
  examine: waiting((bench, ...given: Parameters<Bench["examine"]>) => bench.examine(...given)),
  decide: waiting((bench, ...given: Parameters<Bench["decide"]>) => bench.decide(...given)),
  changes: waiting((bench, ...given: Parameters<Bench["changes"]>) => bench.changes(...given)),
};

export type Door = typeof door;

expose(door);
