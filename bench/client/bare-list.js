// What a list is compared with: undici alone asks for page after page, parses each and writes its items as NDJSON.
import { request } from "undici";

const [url = ""] = process.argv.slice(2);
const headers = { authorization: "Bearer a.b.c" };

let cursor;
do {
  const query = new URLSearchParams({ limit: "100", ...(cursor && { cursor }) });
  const { body } = await request(`${url}/audit-logs?${query}`, { headers });
  /** @type {{ items: unknown[], next_cursor: string | null }} */
  const page = JSON.parse(await body.text());
  process.stdout.write(page.items.map((item) => `${JSON.stringify(item)}\n`).join(""));
  cursor = page.next_cursor;
} while (cursor);
