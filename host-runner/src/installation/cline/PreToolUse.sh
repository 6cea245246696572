#!/bin/sh
# Written by `shellgate install cline`. Cline asks this program before it uses a tool.
#
# Cline runs the command whatever the exit code of a hook is, so a failure must be an answer too.
if answer=$(SHELLGATE); then
    printf '%s\n' "$answer"
else
    printf '%s\n' '{"cancel": true, "errorMessage": "the hook of Shellgate failed, so nothing runs; try `shellgate doctor`"}'
fi
