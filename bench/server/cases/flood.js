// What is left of good traffic while others send tokens that nobody signed.
import { load, startServer } from "../processes.js";
import { forge, request, signToken } from "../requests.js";
import { median } from "../rounds.js";
import { row } from "../row.js";

const rounds = 7;
const seconds = 2;
const connections = 4;
const line = "GET /buyers?limit=20";

/** @param {import("../processes.js").Workplace} workplace */
export async function measure(workplace) {
  const server = await startServer(workplace, {
    database: workplace.path("flood.db"),
    seed: { generate: { buyers: 1000 } },
  });
  try {
    const token = signToken(server.privateKey, ["buyers.read"]);
    const good = { url: server.url, connections, seconds, requests: [request(line, { token })] };
    const forged = Array.from({ length: 200 }, () => request(line, { token: forge(token) }));
    const flood = { url: server.url, connections, seconds: seconds + 1, requests: forged };
    await load(good);
    /** @type {number[]} */
    const ratios = [];
    for (let round = 0; round < rounds; round += 1) {
      const alone = await load(good);
      const [, flooded] = await Promise.all([load(flood), load(good)]);
      ratios.push(flooded.rate / alone.rate);
    }
    return [
      row("good requests during a flood of forged tokens, in times of without", median(ratios), {
        least: 0.6,
      }),
    ];
  } finally {
    await server.stop();
  }
}
