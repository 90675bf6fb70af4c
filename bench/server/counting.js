// What counting the outcomes that callers meet costs a request, in processor time: the server as it is, next to the
// same source built with a layer that counts nothing.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { executableOptions } from "../../tools/bundle/options.js";
import { ratio, row, takeTurns } from "../measure.js";
import { processorTimeOf, rateOf, startServer } from "../processes.js";
import { reads, walk } from "./requests.js";

/** @typedef {import("../installed.js").Installed} Installed */

const root = fileURLToPath(new URL("../../", import.meta.url));

/** @param {Installed} payctl @param {number} rounds */
export async function measureCounting(payctl, rounds) {
  // Beside the packages that a bundle leaves outside.
  const folder = join(root, "node_modules/.cache/payctl", `counting-${process.pid}`);
  try {
    const counting = await startVariant(payctl, folder, { name: "counting", plugins: [] });
    const silent = await startVariant(payctl, folder, { name: "silent", plugins: [withoutCounting] });
    const times = await takeTurns(4 * rounds, { counting: counting.time, silent: silent.time });
    return [
      row("a page, relative to one that is not counted", ratio(times.counting, times.silent), { most: 1.02 }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @type {import("esbuild").Plugin} */
const withoutCounting = {
  name: "without-counting",
  setup(builder) {
    builder.onLoad({ filter: /server\/exercised\/exercised\.ts$/ }, () => ({
      contents: `
        export const createExercised = () => ({ add() {}, tally: () => new Map(), clear() {} });
        export const counting = () => (inner) => inner;`,
    }));
  },
};

/**
 * A server built with further plugins, and how long it computes for a page.
 * @param {Installed} payctl
 * @param {string} folder where the program goes
 * @param {{ name: string, plugins: readonly import("esbuild").Plugin[] }} variant
 */
async function startVariant(payctl, folder, { name, plugins }) {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, `${name}.cjs`);
  await build({
    ...executableOptions,
    absWorkingDir: root,
    target: "node20.19",
    outfile: program,
    metafile: false,
    plugins: [...plugins, ...executableOptions.plugins],
  });
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
  const seed = { generate: { buyers: 10_000 } };
  const server = await startServer({ ...payctl, program }, { database: payctl.path(`${name}.db`), seed });
  const requests = reads(server, await walk(server, "/buyers?limit=20", 400));
  return {
    time: async () => {
      const before = processorTimeOf(server.pid);
      const rate = await rateOf({ url: server.url, requests, connections: 1, seconds: 1 });
      return (processorTimeOf(server.pid) - before) / rate;
    },
  };
}
