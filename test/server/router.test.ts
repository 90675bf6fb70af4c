import { expect, it } from "vitest";
import type { ApiRequest } from "../../src/contract/exchange.ts";
import type { Layer, Trace } from "../../src/server/layer.ts";
import { createRouter } from "../../src/server/router.ts";
import { failureShape } from "../helpers/failure-shape.ts";

/** A router over the root and one world, `shop-1`, each of which answers with the request itself. */
function routed() {
  const answered = (place: string) => async (request: ApiRequest) => ({
    status: 200,
    headers: {},
    body: `${place} ${request.target}`,
  });
  const traces: Trace[] = [];
  const logging: Layer = (inner) => (request, trace) => {
    traces.push(trace);
    return inner(request, trace);
  };
  const worlds = new Map([["shop-1", answered("shop-1")]]);
  const exchange = createRouter({
    root: answered("root"),
    access: {},
    worlds: {
      look: async (name = "") => worlds.get(name),
      opened: (name) => worlds.get(name),
      names: async () => [...worlds.keys()],
    },
    report: () => {},
    logging,
    newControlId: () => "request-1",
    instance: "instance-1",
  });
  const ask = (target: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
    exchange({ method, target, headers });
  return { ask, traces };
}

it.each([
  ["/buyers?limit=1", "root /buyers?limit=1"],
  ["/_reference/health", "root /_reference/health"],
  ["/_worlds", "root /_worlds"],
  ["/_worlds/shop-1/buyers?limit=1", "shop-1 /buyers?limit=1"],
  ["/_worlds/shop-1/_reference/health", "shop-1 /_reference/health"],
  ["/_worlds/shop-1/", "shop-1 /"],
  ["/_worlds/shop-1", "shop-1 /"],
  ["/_worlds/shop-1?limit=1", "shop-1 /?limit=1"],
  ["/_worlds/shop-1//buyers", "shop-1 //buyers"],
  ["/_worlds/shop-1/_worlds/shop-1/buyers", "shop-1 /_worlds/shop-1/buyers"],
])("a request to %s reaches %s", async (target, expected) => {
  expect(await routed().ask(target)).toMatchObject({ status: 200, body: expected });
});

it.each([
  ["/_worlds/shop-2/buyers", "shop-2"],
  ["/_worlds/SHOP-1/buyers", "SHOP-1"],
  ["/_worlds/shop-1%20/buyers", "shop-1%20"],
  ["/_worlds//buyers", ""],
  ["/_worlds/", ""],
  [`/_worlds/${"x".repeat(100)}/buyers`, "x".repeat(63)],
])("a request to %s is answered 404 with the name of the world that does not exist", async (target, name) => {
  const { body, headers, status } = await routed().ask(target);
  expect({ status, id: headers["x-request-id"], body: JSON.parse(body) }).toEqual({
    status: 404,
    id: "request-1",
    body: failureShape(404, "not_found", `No world has the name "${name}"`),
  });
});

it("whoever may control the server is told which world was meant", async () => {
  const { body, status } = await routed().ask("/_worlds/shop-2/_reference/health");
  expect([status, JSON.parse(body).message]).toEqual([
    404,
    'No world has the name "shop-2"; did you mean shop-1?',
  ]);
});

it("the trace of a request, which the log shows, names the world that it reached", async () => {
  const { ask, traces } = routed();
  for (const target of ["/buyers", "/_worlds/shop-1/buyers", "/_worlds/shop-2/buyers"]) await ask(target);
  expect(traces.map(({ world }) => world)).toEqual([undefined, "shop-1", undefined]);
});

it("anyone can ask whether a server is there, and which, and neither a world nor the log records it", async () => {
  const { ask, traces } = routed();
  expect(await ask("/_reference/health", { host: "elsewhere.example" }, "HEAD")).toEqual({
    status: 200,
    headers: { "x-request-id": "request-1", "x-payctl-instance": "instance-1" },
    body: "",
  });
  expect(traces).toEqual([]);
  for (const target of ["/_reference/health?x=1", "/_worlds/shop-1/_reference/health", "/buyers"]) {
    expect((await ask(target, {}, "HEAD")).headers).toEqual({});
  }
  expect(traces).toHaveLength(3);
});
