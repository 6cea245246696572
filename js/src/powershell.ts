// The same members, from the module that reads PowerShell as well as bash and zsh.

export * from "./index.js";
