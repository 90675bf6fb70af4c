// What is compared takes turns within one run, so that a busy moment of the machine slows all of it, and the median of
// the ratios of the rounds counts.

/** The figures of each contender, round by round. The first round warms up and does not count. */
export async function takeTurns(rounds, contenders) {
  const figures = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(contenders)) {
      const figure = await measure();
      if (round > 0) figures[name].push(figure);
    }
  }
  return figures;
}

/** `baseline` has the figures of the same rounds. */
export function ratio(figures, baseline) {
  return median(figures.map((figure, round) => figure / baseline[round]));
}

export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

export function row(what, value, unit = "") {
  return [what, `${value.toFixed(value >= 100 ? 0 : 2)}${unit}`];
}

/** The first row has the titles. */
export function markdown([titles, ...rows]) {
  return [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
