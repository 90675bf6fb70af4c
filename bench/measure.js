// One way to measure everything: what is compared takes turns within one run, so that a busy moment of the machine
// slows all of it, and the median of the ratios of the rounds counts.

/**
 * The figures of each contender, round by round.
 * @template {string} Name
 * @param {number} rounds
 * @param {Record<Name, () => Promise<number>>} contenders
 * @returns {Promise<Record<Name, number[]>>}
 */
export async function takeTurns(rounds, contenders) {
  const names = /** @type {Name[]} */ (Object.keys(contenders));
  /** @type {Record<Name, number[]>} */
  const figures = Object(Object.fromEntries(names.map((name) => [name, []])));
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const figure = await contenders[name]();
      if (round > 0) figures[name].push(figure);
    }
  }
  return figures;
}

/**
 * @param {readonly number[]} figures
 * @param {readonly number[]} baseline of the same rounds
 */
export function ratio(figures, baseline) {
  return median(figures.map((figure, round) => figure / (baseline[round] ?? Number.NaN)));
}

/** @param {readonly number[]} numbers */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** @typedef {readonly [what: string, figure: string]} Row */

/** @param {string} what @param {number} value @param {string} [unit] @returns {Row} */
export function row(what, value, unit = "") {
  return [what, `${value.toFixed(value >= 100 ? 0 : 2)}${unit}`];
}

/** @param {readonly (readonly string[])[]} rows the first one has the titles */
export function markdown([titles = [], ...rows]) {
  return [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
