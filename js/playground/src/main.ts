// The beginning: the worker first, so that the core is compiled while the rest of the page is read.

import "./judge/worker.ts";
import "./style/page.css";

void import("./page.tsx");
