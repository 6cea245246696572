# Writes what the start-up files have made of this zsh to the file $1: fields that end in a null byte, three a thing:
# its kind, its name, its text. Global and suffix aliases are left out: they change words that were judged as they stand.
{
    shellgate_options=
    for shellgate_option in casematch globdots globstarshort nomatch nullglob numericglobsort pipefail; do
        if [[ -o $shellgate_option ]]; then
            shellgate_options="$shellgate_options""setopt $shellgate_option; "
        else
            shellgate_options="$shellgate_options""unsetopt $shellgate_option; "
        fi
    done
    \builtin emulate zsh -c '
        \builtin print -rN -- path "" "$PATH"
        \builtin print -rN -- options "" "$shellgate_options"
        \builtin typeset +f | while IFS= \builtin read -r name; do
            \builtin print -rN -- function "$name" "$(\builtin functions -- "$name")"
        done
        \builtin alias +r | while IFS= \builtin read -r name; do
            \builtin print -rN -- alias "$name" "$(\builtin alias -L -- "$name")"
        done
        \builtin print -rN -- end "" ""
    '
} >| "$1" 2> /dev/null < /dev/null
\builtin exit 0
