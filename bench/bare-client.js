// What payctl is compared with: undici alone, with a token made beforehand.
import { readFileSync } from "node:fs";
import { Client, request } from "undici";

/** Asks for page after page, parses each and writes its items as NDJSON. */
async function list(url) {
  let cursor;
  do {
    const query = new URLSearchParams({ limit: "100", ...(cursor && { cursor }) });
    const headers = { authorization: "Bearer a.b.c" };
    const { body } = await request(`${url}/audit-logs?${query}`, { headers });
    const page = JSON.parse(await body.text());
    process.stdout.write(page.items.map((item) => `${JSON.stringify(item)}\n`).join(""));
    cursor = page.next_cursor;
  } while (cursor);
}

/** Creates the accounts of a file, eight at a time. */
async function apply(url, token, file) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const bodies = readFileSync(file, "utf8").trimEnd().split("\n").values();
  const work = async () => {
    const client = new Client(url);
    for (const body of bodies) {
      const answer = await client.request({ method: "POST", path: "/merchant-accounts", headers, body });
      await answer.body.text();
      if (answer.statusCode !== 201) throw new Error(`answered ${answer.statusCode}`);
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

const [what, ...words] = process.argv.slice(2);
await { list, apply }[what](...words);
