# Completes lines as bash does when Tab is pressed at their end: complete.bash SCRIPT LINE...
source "$1"
shift
for COMP_LINE; do
  COMP_POINT=${#COMP_LINE}
  # Readline parts words at spaces and word breaks, and keeps a run of breaks as a word of its own.
  mapfile -t COMP_WORDS < <(grep -oE '[=:]+|[^ =:]+' <<<"$COMP_LINE")
  [[ $COMP_LINE == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _payctl
  echo "line $COMP_LINE"
  ((${#COMPREPLY[@]} == 0)) || printf 'word %s\n' "${COMPREPLY[@]}"
done
