/** The candidate nearest to a mistyped word; undefined if none is close. */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  const allowed = Math.max(1, Math.floor(word.length / 3));
  let nearest: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    // The difference in length is a lower bound of the distance, and cheap.
    if (Math.abs(candidate.length - word.length) > allowed) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= allowed && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
      nearest = { candidate, distance };
    }
  }
  return nearest?.candidate;
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

/** Damerau-Levenshtein: insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(distances: readonly number[], index: number): number {
  return distances[index] ?? Number.POSITIVE_INFINITY;
}
