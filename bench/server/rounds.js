// Compares rates: what is compared takes turns within one run, so that a busy moment of the machine hits all alike.
import { load } from "./processes.js";

/** @param {readonly number[]} numbers */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Something that answers, and what to ask it.
 * @typedef {object} Contender
 * @property {string} url
 * @property {readonly string[]} requests
 * @property {number} [connections]
 */

/**
 * The median rate of each contender, and the median of each one's ratio to the first, round by round.
 * @template {string} Name
 * @param {Record<Name, Contender>} contenders
 * @param {{ rounds: number, seconds: number, connections: number }} plan
 * @returns {Promise<Record<Name, { rate: number, p99: number, ratio: number }>>}
 */
export async function compare(contenders, { connections, rounds, seconds }) {
  const names = /** @type {Name[]} */ (Object.keys(contenders));
  /** @type {Record<string, import("./load.js").Measured[]>} */
  const measured = Object.fromEntries(names.map((name) => [name, []]));
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const result = await load({ connections, seconds, ...contenders[name] });
      refuseFailures(name, result.statuses);
      if (round > 0) measured[name]?.push(result);
    }
  }
  const [first = ""] = names;
  const base = measured[first] ?? [];
  const entries = names.map((name) => {
    const results = measured[name] ?? [];
    const ratios = results.map(({ rate }, round) => rate / (base[round]?.rate ?? Number.NaN));
    const rate = median(results.map((result) => result.rate));
    return [name, { rate, p99: median(results.map((result) => result.p99)), ratio: median(ratios) }];
  });
  return Object.fromEntries(entries);
}

/**
 * A rate of refusals would say nothing.
 * @param {string} name
 * @param {Record<string, number>} statuses
 */
function refuseFailures(name, statuses) {
  const others = Object.keys(statuses).filter((status) => !status.startsWith("2"));
  if (others.length > 0) throw new Error(`${name} answered ${JSON.stringify(statuses)}`);
}
