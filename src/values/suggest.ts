/** The candidate nearest to a mistyped word, or else one that it begins; undefined if none is close. */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  const known = [...candidates];
  const near = nearest(known.map((candidate) => ({ word, meant: candidate, value: candidate })));
  return near ?? known.find((candidate) => word.length > 2 && candidate.startsWith(word));
}

/** As `suggest`, or else the shortest name of which a shortened one, as `pct`, has the letters in order. */
export function suggestField(name: string, candidates: Iterable<string>): string | undefined {
  const known = [...candidates];
  if (name.length < 3) return suggest(name, known);
  const shortened = known.filter((candidate) => isShortened(name.toLowerCase(), candidate.toLowerCase()));
  return suggest(name, known) ?? shortened.toSorted((one, other) => one.length - other.length)[0];
}

function isShortened(short: string, whole: string): boolean {
  if (short[0] !== whole[0] || short.length > longest) return false;
  let at = 0;
  for (const letter of whole) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** What follows a sentence about a mistyped word: which one it was probably meant to be, if one is close. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = suggest(word, candidates);
  // A known word that is out of place was meant as it is.
  return meant === undefined || meant === word ? "" : `; did you mean ${meant}?`;
}

const longestShown = 60;

/** As many words as a person reads in a list. */
const mostListed = 50;

/** Says that a word is none of those known, and lists them. */
export function unknownWord(word: string, known: readonly string[], noun = "a valid value"): string {
  const shown = word.length <= longestShown ? word : `${word.slice(0, longestShown)}…`;
  const advice = didYouMean(word, known) || ".";
  const list = known.length <= mostListed ? known : [...known.slice(0, mostListed), "..."];
  return `${JSON.stringify(shown)} is not ${noun}${advice} Known: ${list.join(", ")}`;
}

interface Candidate<Value> {
  readonly word: string;
  /** What the word would have been without its slips. */
  readonly meant: string;
  readonly value: Value;
}

/** Characters; whoever typed more than that did not slip. */
const longest = 200;

/** More than that is another word. */
const mostEdits = 3;

/** The value of the candidate whose word takes the fewest slips to become what was meant; undefined if all take many. */
export function nearest<Value>(candidates: Iterable<Candidate<Value>>): Value | undefined {
  let found: { readonly value: Value; readonly distance: number } | undefined;
  for (const { meant, value, word } of candidates) {
    if (word.length > longest) continue;
    const allowed = Math.max(1, Math.min(mostEdits, Math.floor(word.length / 3)));
    const most = Math.min(allowed, (found?.distance ?? Number.POSITIVE_INFINITY) - 1);
    const distance = editDistance(word.toLowerCase(), meant.toLowerCase(), most);
    if (distance <= most) found = { value, distance };
  }
  return found?.value;
}

/**
 * Damerau-Levenshtein: insertions, deletions, replacements and swaps of neighbours (optimal string alignment). Stops
 * at infinity once it is more than `most`, and so compares only what is at most that far from the same place.
 */
function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return Number.POSITIVE_INFINITY;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = Math.max(1, row - most); column <= Math.min(to.length, row + most); column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const distance = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      current[column] = distance;
      least = Math.min(least, distance);
    }
    if (least > most) return Number.POSITIVE_INFINITY;
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(distances: readonly number[], index: number): number {
  return distances[index] ?? Number.POSITIVE_INFINITY;
}
