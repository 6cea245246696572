// Which pane is shown.

import { signal } from "@preact/signals";

export const TABS = [
  { id: "answer", label: "Answer" },
  { id: "structure", label: "Structure" },
  { id: "compare", label: "Compare" },
  { id: "expectations", label: "Expectations" },
  { id: "json", label: "JSON" },
  { id: "log", label: "Log" },
] as const;

export type Tab = (typeof TABS)[number]["id"];

export const tab = signal<Tab>("answer");
