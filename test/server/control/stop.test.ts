import { beforeEach, expect, it } from "vitest";
import { type Reference, startReference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";

let reference: Reference;
beforeEach(async () => {
  reference = await fresh(startReference({ seed: {} }));
});

const stop = (path: string, method = "POST") => reference.request(method, path, { token: null });

it("a request to stop is accepted, and begins the end of the server", async () => {
  expect((await stop("/_reference/stop")).status).toBe(202);
  expect(reference.stops).toHaveLength(1);
});

it("a world can't be stopped, and neither can a server by another method or from elsewhere", async () => {
  await stop("/_reference/worlds/shop", "PUT");
  expect((await stop("/_worlds/shop/_reference/stop")).status).toBe(404);
  expect((await stop("/_reference/stop", "GET")).status).toBe(405);
  const foreign = { token: null, headers: { host: "shop.example" }, address: "127.0.0.1" };
  expect((await reference.request("POST", "/_reference/stop", foreign)).status).toBe(403);
  expect(reference.stops).toEqual([]);
});
