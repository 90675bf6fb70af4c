# Completes lines as zsh does when Tab is pressed at their end: complete.zsh SCRIPT LINE...
setopt extended_glob

if [[ $1 == --inside ]]; then
  PS1=
  autoload -Uz compinit
  compinit -u -D
  source $2
  # Tells what would be offered, and offers nothing.
  compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-[OAD]\ * ]]; then
      builtin compadd "$@"
      return
    fi
    local -a hits
    builtin compadd -A hits "$@"
    (( $#hits )) && print -rl -- '<hit>'$^hits'</hit>'
    return 1
  }
  complete-and-tell() {
    zle complete-and-drop
    BUFFER=
    print -r '<end>'
  }
  zle -N complete-and-tell
  zle -C complete-and-drop complete-word _main_complete
  bindkey '^T' complete-and-tell
  print '<ready>'
  return
fi

zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source ${(q)0:A} --inside ${(q)1}"
zpty -r shell answer '*<ready>*'
for line in "${@[2,-1]}"; do
  print -r -- "line $line"
  zpty -w -n shell "$line"$'\C-t'
  zpty -r shell answer '*<end>*'
  for row in ${(f)answer}; do
    [[ $row == *'<hit>'(#b)(*)'</hit>'* ]] && print -r -- "word $match[1]"
  done
done
zpty -d shell
