// Answers a list of audit logs from ready-made pages: what is left to measure is the client.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

const [rows = 1_000_000] = process.argv.slice(2).map(Number);
const pageSize = 100;
const last = Math.ceil(rows / pageSize) - 1;

const blocks = Array.from({ length: 16 }, () => JSON.stringify(Array.from({ length: pageSize }, auditLog)));

function auditLog() {
  return {
    type: "audit-log",
    id: randomUUID(),
    timestamp: "2026-01-31T12:34:56.789Z",
    action: "updated",
    merchant_account_id: "default",
    resource: { type: "merchant-account", id: randomUUID(), name: "Zoë's café" },
    user: {
      type: "user",
      id: randomUUID(),
      name: "Ada Lovelace",
      email_address: "ada@example.com",
      is_staff: false,
      status: "active",
    },
  };
}

/** @param {number} number */
function page(number) {
  const next = number < last ? `"${number + 1}"` : "null";
  return `{"items":${blocks[number % blocks.length]},"limit":${pageSize},"next_cursor":${next},"previous_cursor":null}`;
}

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  response.setHeader("content-type", "application/json");
  response.end(page(Number(searchParams.get("cursor") ?? 0)));
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
