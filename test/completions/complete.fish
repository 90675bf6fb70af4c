# Completes lines as fish does when Tab is pressed at their end: complete.fish SCRIPT LINE...
source $argv[1]
for line in $argv[2..]
    echo line $line
    for found in (complete -C $line)
        echo word (string split -f 1 \t -- $found)
    end
end
