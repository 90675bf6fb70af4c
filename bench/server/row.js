// A line of the table: what was measured, its ratio, and what it should be.

/**
 * @typedef {object} Row
 * @property {string} what
 * @property {string} measured
 * @property {string} target
 * @property {string} met
 */

/**
 * @param {string} what
 * @param {number} value
 * @param {{ least?: number, most?: number, unit?: string }} [target]
 * @returns {Row}
 */
export function row(what, value, { least, most, unit = "" } = {}) {
  const digits = value >= 100 ? 0 : 2;
  return {
    what,
    measured: `${value.toFixed(digits)}${unit}`,
    target: targetText({ least, most, unit }),
    met: metText(value, { least, most }),
  };
}

/** @param {{ least?: number | undefined, most?: number | undefined, unit: string }} target */
function targetText({ least, most, unit }) {
  if (least !== undefined) return `at least ${least}${unit}`;
  return most === undefined ? "" : `at most ${most}${unit}`;
}

/**
 * @param {number} value
 * @param {{ least?: number | undefined, most?: number | undefined }} target
 */
function metText(value, { least, most }) {
  if (least === undefined && most === undefined) return "";
  return value >= (least ?? value) && value <= (most ?? value) ? "yes" : "no";
}

/** @param {readonly Row[]} rows */
export function markdown(rows) {
  const lines = rows.map(
    ({ measured, met, target, what }) => `| ${what} | ${measured} | ${target} | ${met} |`,
  );
  return ["| what | measured | target | met |", "|---|---|---|---|", ...lines].join("\n");
}
