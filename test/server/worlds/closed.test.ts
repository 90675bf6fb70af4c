import { describe, expect, it, onTestFinished } from "vitest";
import { startReference } from "../../helpers/server.ts";

async function start() {
  const reference = await startReference();
  onTestFinished(() => reference.close());
  const control = (method: string, path: string, body?: unknown) =>
    reference.request(method, `/_reference/${path}`, { token: null, body });
  return {
    control,
    ask: (world: string, path: string) => reference.request("GET", `/_worlds/${world}/${path}`),
    /** What was asked of a world, the latest first. */
    async asked(world: string): Promise<readonly string[]> {
      const { json } = await control("GET", `requests?world=${world}`);
      return json.items.map(({ operation }: { operation: string }) => operation);
    },
    async closed(): Promise<readonly string[]> {
      const { json } = await control("GET", "worlds?closed=true");
      return json.items.map(({ name }: { name: string }) => name);
    },
  };
}

describe("a world that was closed", () => {
  it("a world that was closed by a request is listed with when and by what, and its journal can still be read", async () => {
    const { ask, asked, control } = await start();
    const { json: made } = await control("PUT", "worlds/shop", { from: "empty", idle: "15m" });
    await ask("shop", "buyers");
    await ask("shop", "audit-logs");
    const before = await control("GET", "requests?world=shop");
    expect((await control("DELETE", "worlds/shop")).status).toBe(204);
    const { json } = await control("GET", "worlds?closed=true");
    const closed = { closed_at: expect.stringMatching(/^\d{4}-.*Z$/), closed_by: "request" };
    expect(json.items).toEqual([{ ...made, requests: 2, refused: 0, ...closed }]);
    expect((await control("GET", "requests?world=shop")).json).toEqual(before.json);
    expect(await asked("shop&operation=listBuyers")).toEqual(["listBuyers"]);
    expect((await control("GET", "worlds")).json).toEqual({ items: [] });
    expect((await control("GET", "worlds/shop")).status).toBe(404);
  });

  it("a world that was closed for being idle is listed as such, once it is gone", async () => {
    const { ask, asked, control } = await start();
    await control("PUT", "worlds/shop", { idle: "200ms" });
    await ask("shop", "buyers");
    await expect
      .poll(async () => (await control("GET", "worlds/shop")).status, { timeout: 20_000 })
      .toBe(404);
    const { json } = await control("GET", "worlds?closed=true");
    expect(json.items).toMatchObject([{ name: "shop", closed_by: "idle" }]);
    expect(await asked("shop")).toEqual(["listBuyers"]);
  });

  it("a world that was closed gives way to a later one of its name, and to the later one's journal", async () => {
    const { ask, asked, closed, control } = await start();
    await control("PUT", "worlds/shop");
    await ask("shop", "buyers");
    await control("DELETE", "worlds/shop");
    await control("PUT", "worlds/shop");
    expect(await asked("shop")).toEqual([]);
    await ask("shop", "audit-logs");
    await control("DELETE", "worlds/shop");
    expect(await asked("shop")).toEqual(["listAuditLogs"]);
    expect(await closed()).toEqual(["shop", "shop"]);
  });

  it("a world that was closed before 20 others is forgotten", async () => {
    const { asked, closed, control } = await start();
    const names = Array.from({ length: 21 }, (_, index) => `world-${index}`);
    for (const name of names) {
      await control("PUT", `worlds/${name}`, { from: "empty" });
      await control("DELETE", `worlds/${name}`);
    }
    expect(await closed()).toEqual(names.slice(1).toReversed());
    expect((await control("GET", "requests?world=world-0")).status).toBe(404);
    expect(await asked("world-1")).toEqual([]);
  });

  it("a world that was closed has no entries to wait for", async () => {
    const { asked, control } = await start();
    await control("PUT", "worlds/shop");
    await control("DELETE", "worlds/shop");
    expect(await asked("shop&wait=60s")).toEqual([]);
  });
});
