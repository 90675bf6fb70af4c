// A load in a process of its own: reads what to send from standard input, prints answers a second.
import { text } from "node:stream/consumers";
import { Client } from "undici";

const { connections, requests, seconds, token, url } = JSON.parse(await text(process.stdin));
const { origin, pathname } = new URL(url);
const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
const sent = requests.map(({ body, method, path }) => ({
  method,
  path: `${pathname === "/" ? "" : pathname}${path}`,
  headers,
  body: body && JSON.stringify(body),
}));

let answers = 0;
const end = performance.now() + seconds * 1000;

async function send(first) {
  const client = new Client(origin);
  for (let next = first; performance.now() < end; next += connections) {
    const wanted = sent[next % sent.length];
    const { body, statusCode } = await client.request(wanted);
    const said = await body.text();
    if (statusCode >= 300) throw new Error(`${wanted.path} answered ${statusCode}: ${said}`);
    answers += 1;
  }
  await client.close();
}

await Promise.all(Array.from({ length: connections }, (_, first) => send(first)));
process.stdout.write(String(answers / seconds));
