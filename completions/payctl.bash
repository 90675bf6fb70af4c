# Bash completion for payctl; `payctl completion bash` prints this file.
# Works with bash 3.2 and newer, and needs no other completion package.

_payctl() {
  local rest=${COMP_LINE:0:COMP_POINT} current kept='' kind part word gap
  local -a words=()
  local -i at last=-1
  # Bash also splits words at = and : and the like; only a space ends a word of payctl.
  for ((at = 0; at <= COMP_CWORD; at++)); do
    word=${COMP_WORDS[at]} gap=${rest%%[![:space:]]*}
    rest=${rest#"$gap"}
    # The cursor may be inside the last word.
    ((at < COMP_CWORD)) || word=$rest
    rest=${rest#"$word"}
    if [[ -z $gap && last -ge 0 ]]; then words[last]+=$word; else words[++last]=$word; fi
  done

  # Bash keeps what stands before the last word break, so a candidate must not repeat it.
  current=${words[last]} gap=${COMP_WORDBREAKS//[^=:]/}
  [[ -z $gap ]] || kept=${current%"${current##*[$gap]}"}
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS=$'\t' read -r word _; do
      [[ $word != "$current"* ]] || COMPREPLY+=("${word#"$kept"}")
    done
  } < <("${words[0]/#\~\//$HOME/}" __complete $((last - 1)) "${words[@]:1}" 2>/dev/null)

  [[ $kind != list ]] || compopt -o nospace 2>/dev/null
  [[ $kind == files ]] || return 0
  # Readline's own file names handle quotes and tildes; they need bash 4, and a word that is all file name.
  [[ $current != --*=* || -n $kept ]] && compopt -o default 2>/dev/null && return 0
  part=$current
  [[ $current != --*=* ]] || part=${current#*=}
  while IFS= read -r word; do
    word=${current%"$part"}$word
    COMPREPLY+=("${word#"$kept"}")
  done < <(compgen -f -- "$part")
}

complete -F _payctl payctl
