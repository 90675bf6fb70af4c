// What apply is compared with: undici alone sends the same bodies, as many at a time, with a token made beforehand.
import { readFileSync } from "node:fs";
import { Pool } from "undici";

const [url = "", token = "", file = "", concurrency = ""] = process.argv.slice(2);

const bodies = readFileSync(file, "utf8").trimEnd().split("\n");
const pool = new Pool(url, { connections: Number(concurrency) });
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
let next = 0;

async function work() {
  for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
    const answer = await pool.request({ method: "POST", path: "/merchant-accounts", headers, body });
    await answer.body.text();
    if (answer.statusCode !== 201) throw new Error(`answered ${answer.statusCode}`);
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, work));
await pool.close();
