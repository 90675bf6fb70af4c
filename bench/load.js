// A load in a process of its own: reads what to send from standard input, prints answers a second.
import { text } from "node:stream/consumers";
import { Client } from "undici";

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {number} connections
 * @property {number} seconds
 * @property {string} [token]
 * @property {readonly { method: string, path: string, body?: object }[]} requests sent in turn
 */

/** @type {Load} */
const { connections, requests, seconds, token, url } = JSON.parse(await text(process.stdin));
const { origin, pathname } = new URL(url);
const headers = {
  "content-type": "application/json",
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
};
const sent = requests.map(({ body, method, path }) => ({
  method: /** @type {"GET"} */ (method),
  path: `${pathname === "/" ? "" : pathname}${path}`,
  headers,
  body: body === undefined ? null : JSON.stringify(body),
}));

let next = 0;
let answers = 0;
const end = performance.now() + seconds * 1000;

async function send() {
  const client = new Client(origin);
  while (performance.now() < end) {
    const wanted = sent[next++ % sent.length];
    if (wanted === undefined) throw new Error("nothing to send");
    const { body, statusCode } = await client.request(wanted);
    const said = await body.text();
    if (statusCode >= 300) throw new Error(`${wanted.path} answered ${statusCode}: ${said}`);
    answers += 1;
  }
  await client.close();
}

await Promise.all(Array.from({ length: connections }, send));
process.stdout.write(String(answers / seconds));
