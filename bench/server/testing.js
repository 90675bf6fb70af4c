// `payctl/testing` compared with a server process, and many worlds on one server.
import { writeFileSync } from "node:fs";
import { ratio, row, takeTurns } from "../measure.js";
import { run, startServer } from "../processes.js";

/** @typedef {import("../installed.js").Installed} Installed */

/**
 * From the import to the first answer, in a process that has started and that has called fetch before, as the one that
 * asks the other server has: what fetch compiles in the background is not part of the server. Prints the milliseconds.
 */
const first = `
const { createServer } = await import("node:http");
const other = createServer((_, answer) => answer.end()).listen(0, "127.0.0.1");
await new Promise((resolve) => other.once("listening", resolve));
await (await fetch("http://127.0.0.1:" + other.address().port)).text();
other.close();
await new Promise((resolve) => setTimeout(resolve, 1000));
const begun = performance.now();
const { startReferenceServer } = await import("payctl/testing");
const server = await startReferenceServer();
await (await fetch(server.url + "/_reference/health")).text();
console.log(performance.now() - begun);
await server.close();
`;

/** Each world has data of its own and sees no other; prints how many did, and what is left open at the end. */
const crowd = `
const { startReferenceServer } = await import("payctl/testing");
const server = await startReferenceServer({ seed: "empty" });
let left = 1000;
let undisturbed = 0;
await Promise.all(Array.from({ length: 8 }, async () => {
  while (left > 0) {
    const name = "Buyer " + left--;
    const world = await server.world();
    await world.seed({ buyers: [{ display_name: name }] });
    const headers = { authorization: "Bearer " + await world.token() };
    const { items } = await (await fetch(world.url + "/buyers", { headers })).json();
    const { length } = await world.requests();
    if (items.length === 1 && items[0].display_name === name && length === 1) undisturbed += 1;
    await world.close();
  }
}));
await server.close();
await new Promise((resolve) => setTimeout(resolve, 500));
const open = process.getActiveResourcesInfo().filter((name) => /TCP|Timeout|FSReq/.test(name));
console.log(JSON.stringify({ undisturbed, open: open.length }));
`;

/** @param {Installed} payctl @param {number} rounds */
export async function measureTesting(payctl, rounds) {
  const [firstFile, crowdFile] = [payctl.path("first.mjs"), payctl.path("crowd.mjs")];
  writeFileSync(firstFile, first);
  writeFileSync(crowdFile, crowd);
  const milliseconds = await takeTurns(rounds, {
    serve: async () => {
      const begun = performance.now();
      const server = await startServer(payctl, { database: ":memory:" });
      await (await fetch(`${server.url}/_reference/health`)).text();
      const elapsed = performance.now() - begun;
      await server.stop();
      return elapsed;
    },
    testing: async () => Number((await run(payctl, [firstFile])).output),
  });
  const { open, undisturbed } = JSON.parse((await run(payctl, [crowdFile])).output);
  return [
    row(
      "`startReferenceServer`, import to first answer, relative to `payctl serve`",
      ratio(milliseconds.testing, milliseconds.serve),
      { most: 0.6 },
    ),
    row("worlds of 1,000, 8 at a time, that nobody disturbed", undisturbed, { least: 1000 }),
    row("handles that are open after that", open, { most: 0 }),
  ];
}
