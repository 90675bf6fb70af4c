import { expect, test } from "vitest";
import { asking } from "../../helpers/engine.ts";
import { freshAddress, startOn, type TestServer } from "./servers.ts";

/** Copies every table; what it returns puts the copies back, as a backup or a replica that lags behind would. */
async function backUp(address: string): Promise<() => Promise<void>> {
  const schema = new URL(address).searchParams.get("schema") ?? "payctl";
  const tables = await asking(address, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1",
      [schema],
    );
    const names = rows.map(({ name }) => name);
    const copies = names.map((name) => `CREATE TABLE backup_${schema}.${name} AS TABLE ${schema}.${name};`);
    await client.query(`CREATE SCHEMA backup_${schema}; ${copies.join("\n")}`);
    return names;
  });
  return () =>
    asking(address, async (client) => {
      const restored = tables.map(
        (name) => `DELETE FROM ${schema}.${name};
          INSERT INTO ${schema}.${name} OVERRIDING SYSTEM VALUE TABLE backup_${schema}.${name};`,
      );
      await client.query(
        `BEGIN; SET LOCAL session_replication_role = replica; ${restored.join("\n")} COMMIT`,
      );
    });
}

const named = (server: TestServer, world: string) =>
  server
    .request("GET", `/_worlds/${world}/_reference/data/buyers`)
    .then(({ json, status }) =>
      status === 200 ? json.items.map((buyer: { display_name: string }) => buyer.display_name) : status,
    );

test("after a backup was restored under running servers, all of them show what it has, and no world shows another's data", async () => {
  const address = await freshAddress();
  const [a, b] = [await startOn(address), await startOn(address)];
  const seeded = (name: string) => ({ from: "empty", seed: { buyers: [{ display_name: name }] } });
  await a.request("PUT", "/_reference/worlds/kept", seeded("Kept"));
  await a.request("PUT", "/_reference/worlds/template", {});
  const restore = await backUp(address);
  await a.request("PUT", "/_reference/worlds/lost", seeded("Lost"));
  for (const server of [a, b]) expect(await named(server, "lost")).toEqual(["Lost"]);
  await a.request("POST", "/_reference/clock/advance", { by: "48h" });
  await a.request("PUT", "/_reference/faults", [{ operation: "listBuyers", status: 503 }]);
  expect((await b.request("GET", "/buyers")).status).toBe(503);
  for (let times = 0; times < 2; times += 1) await a.request("DELETE", "/_reference/requests");

  await restore();
  expect((await b.request("PUT", "/_reference/worlds/new", seeded("New"))).status).toBe(201);
  for (const server of [a, b]) {
    expect(await named(server, "lost")).toBe(404);
    expect(await named(server, "new")).toEqual(["New"]);
    expect(await named(server, "kept")).toEqual(["Kept"]);
    expect((await server.request("GET", "/buyers")).status).toBe(200);
    const { json: clock } = await server.request("GET", "/_reference/clock");
    expect(Date.parse(clock.time) - Date.now()).toBeLessThan(3_600_000);
  }
  // A server that starts now knows of no clears, and the others must show what it answers.
  const late = await startOn(address);
  await late.request("GET", "/audit-logs?limit=1");
  const seen = async () => {
    const { json } = await a.request("GET", "/_reference/requests?operation=listAuditLogs");
    return json.items.length;
  };
  await expect.poll(seen).toBe(1);
  // The templates that this server made before are lost, too.
  expect((await a.request("PUT", "/_reference/worlds/more", {})).status).toBe(201);
  expect((await a.request("PUT", "/_reference/worlds/empty", seeded("More"))).status).toBe(201);
  expect(await named(b, "empty")).toEqual(["More"]);
});
