// Lets Node read the page's TypeScript sources in tests: types are taken off, nothing else is done.

import { register } from "node:module";

register("./typescript-hooks.mjs", import.meta.url);
