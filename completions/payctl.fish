# Fish completion for payctl; `payctl completion fish` prints this file.

function __payctl_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    type -q $program; or return
    set -l answer ($program __complete (math (count $words) - 1) $words[2..] $current 2>/dev/null)

    if test "$answer[1]" = files
        set -l option (string match -r '^--[^=]*=' -- $current)
        set -l found (__fish_complete_path (string replace -r '^--[^=]*=' '' -- "$current"))
        # Each file after the option that it belongs to.
        set answer files "$option"$found
    end
    test (count $answer) -gt 1; and printf '%s\n' $answer[2..]
end

complete -c payctl -e
complete -c payctl -f -a '(__payctl_complete)'
