// Answers a list of a million audit logs from ready-made pages: what is left to measure is the client.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

const pages = 10_000;

function auditLog() {
  return {
    type: "audit-log",
    id: randomUUID(),
    timestamp: "2026-01-31T12:34:56.789Z",
    action: "updated",
    merchant_account_id: "default",
    resource: { type: "merchant-account", id: randomUUID(), name: "Zoë's café" },
    user: { type: "user", id: randomUUID(), name: "Ada Lovelace", is_staff: false, status: "active" },
  };
}
const blocks = Array.from({ length: 16 }, () => JSON.stringify(Array.from({ length: 100 }, auditLog)));

const server = createServer((request, response) => {
  const number = Number(new URL(request.url, "http://localhost").searchParams.get("cursor") ?? 0);
  const next = number + 1 < pages ? `"${number + 1}"` : "null";
  response.setHeader("content-type", "application/json");
  response.end(`{"items":${blocks[number % 16]},"limit":100,"next_cursor":${next},"previous_cursor":null}`);
});
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});
