# Writes what the start-up files have made of this bash to the file $1: fields that end in a null byte, three a thing:
# its kind, its name, its text. Every builtin is named as such, because the start-up files may have covered it.
{
    \builtin set +efux +o noclobber
    IFS=$' \t\n'
    \builtin printf '%s\0' path '' "$PATH"
    \builtin printf '%s\0' options '' "$(\builtin shopt -p dotglob globstar nocaseglob nullglob; \builtin shopt -po pipefail)"
    \builtin compgen -A function | while \builtin read -r name; do
        \builtin printf '%s\0' function "$name" "$(\builtin declare -f -- "$name")"
    done
    \builtin compgen -a | while \builtin read -r name; do
        \builtin printf '%s\0' alias "$name" "$(\builtin alias -- "$name")"
    done
    \builtin complete -p | while \builtin read -r line; do
        case $line in *' -F '*)
            line=${line#*' -F '}
            \builtin printf '%s\0' completion "${line%% *}" '' ;;
        esac
    done
    \builtin printf '%s\0' end '' ''
} >| "$1" 2> /dev/null < /dev/null
\builtin exit 0
