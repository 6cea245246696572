// The worker: loads the core once and puts the bench at the message port.

import { expose } from "comlink";
import { Bench } from "./bench.ts";
import { load } from "./core.ts";

const bench = load().then((core) => new Bench(core));

/** The bench as the page calls it: every call waits until the core is there. */
const door = {
  version: async () => (await bench).version(),
  reads: async (...given: Parameters<Bench["reads"]>) => (await bench).reads(...given),
  stories: async () => (await bench).stories(),
  open: async (...given: Parameters<Bench["open"]>) => (await bench).open(...given),
  judge: async (...given: Parameters<Bench["judge"]>) => (await bench).judge(...given),
  examine: async (...given: Parameters<Bench["examine"]>) => (await bench).examine(...given),
  decide: async (...given: Parameters<Bench["decide"]>) => (await bench).decide(...given),
  changes: async (...given: Parameters<Bench["changes"]>) => (await bench).changes(...given),
};

export type Door = typeof door;

expose(door);
