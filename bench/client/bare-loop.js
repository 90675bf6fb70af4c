// The floor: undici alone asks for page after page and parses each; nothing is written.
import { request } from "undici";

const [url = "", token = ""] = process.argv.slice(2);

let cursor;
do {
  const query = new URLSearchParams({ limit: "100", ...(cursor && { cursor }) });
  const { body } = await request(`${url}/audit-logs?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  ({ next_cursor: cursor } = JSON.parse(await body.text()));
} while (cursor);
