import fc from "fast-check";
import { expect, it } from "vitest";
import { storedLists } from "../../../src/contract/control/words.ts";
import { type Reference, startReference } from "../../helpers/server.ts";
import { thorough } from "../../helpers/thorough.ts";

interface Step {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const inWorld = (path: string) => `/_worlds/a${path}`;

const name = fc.constantFrom("one", "two");

/** What anyone may do with a world: calls of the API, its control interface, and the world as a whole. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom("m1", "m2").map((id) => ({
    method: "POST",
    path: inWorld("/merchant-accounts"),
    body: { id, display_name: id },
  })),
  fc.constantFrom("/buyers", "/audit-logs?limit=2", "/api-key-pairs", "/nothing").map((path) => ({
    method: "GET",
    path: inWorld(path),
  })),
  fc.constant({
    method: "POST",
    path: inWorld("/gift-cards/balances"),
    body: { items: [{ number: "6034932528973614", pin: "1234" }] },
  }),
  fc.constant({
    method: "POST",
    path: inWorld("/_reference/seed"),
    body: { buyers: [{}], generate: { audit_logs: 3 } },
  }),
  fc.constant({ method: "POST", path: inWorld("/_reference/reset") }),
  name.map((snapshot) => ({ method: "PUT", path: inWorld(`/_reference/snapshots/${snapshot}`) })),
  name.map((snapshot) => ({ method: "POST", path: inWorld(`/_reference/snapshots/${snapshot}/restore`) })),
  name.map((snapshot) => ({ method: "DELETE", path: inWorld(`/_reference/snapshots/${snapshot}`) })),
  fc.constantFrom(503, 429).map((status) => ({
    method: "PUT",
    path: inWorld("/_reference/faults"),
    body: [{ operation: "listBuyers", status, times: 2 }],
  })),
  fc.constant({ method: "DELETE", path: inWorld("/_reference/faults") }),
  fc.constant({ method: "POST", path: inWorld("/_reference/clock/advance"), body: { by: "36h" } }),
  fc.constant({
    method: "PUT",
    path: inWorld("/_reference/clock"),
    body: { frozen: true },
  }),
  fc.constant({
    method: "PUT",
    path: inWorld("/_reference/clock"),
    body: { time: null, frozen: false },
  }),
  fc.constant({ method: "DELETE", path: inWorld("/_reference/requests") }),
  fc.constant({ method: "DELETE", path: "/_reference/worlds/a" }),
  fc.constantFrom(undefined, "seed", "empty", "world:b").map((from) => ({
    method: "PUT",
    path: "/_reference/worlds/a",
    body: { from },
  })),
);

/** Everything that can be seen of a world without changing it, as the texts of the answers. */
async function stateOf({ exchange }: Reference, prefix: string): Promise<readonly string[]> {
  const paths = [...storedLists.map((list) => `data/${list}`), "snapshots", "faults", "clock", "requests"];
  const answers = paths.map(async (path) => {
    const target = `${prefix}/_reference/${path}`;
    const { body } = await exchange({ method: "GET", target, headers: {} });
    return `${path} ${body}`;
  });
  return Promise.all(answers);
}

it("whatever happens in a world or to it, another world and the root are byte for byte as they were", async () => {
  const frozen = { method: "PUT", body: { time: "2030-01-01T00:00:00Z", frozen: true } };
  const reference = await startReference();
  await reference.request(frozen.method, "/_reference/clock", { token: null, body: frozen.body });
  const options = { faults: [{ operation: "listBuyers", status: 503, skip: 1 }], frozen: true };
  await reference.request("PUT", "/_reference/worlds/b", { token: null, body: options });
  for (const prefix of ["", "/_worlds/b"]) {
    await reference.request("GET", `${prefix}/buyers`);
    await reference.request("PUT", `${prefix}/_reference/snapshots/one`, { token: null });
  }
  const others = async () => [await stateOf(reference, ""), await stateOf(reference, "/_worlds/b")];
  const before = await others();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await reference.request("PUT", "/_reference/worlds/a", { token: null });
      const asked = steps.map(({ body, method, path }) => {
        const token = path.includes("/_reference/") ? null : reference.token();
        return reference.request(method, path, { token, ...(body === undefined ? {} : { body }) });
      });
      await Promise.all(asked);
      expect(await others()).toEqual(before);
      await reference.request("DELETE", "/_reference/worlds/a", { token: null });
    }),
    { numRuns: thorough(10, 40) },
  );
  expect(reference.reports).toEqual([]);
  await reference.close();
});

it("a cursor of a world is not a cursor of another, though both were made from the same data", async () => {
  const reference = await startReference();
  for (const world of ["a", "b"])
    await reference.request("PUT", `/_reference/worlds/${world}`, { token: null });
  const { json } = await reference.request("GET", "/_worlds/a/buyers?limit=1");
  const next = `buyers?limit=1&cursor=${json.next_cursor}`;
  expect((await reference.request("GET", `/_worlds/a/${next}`)).status).toBe(200);
  for (const place of ["/_worlds/b/", "/"]) {
    expect((await reference.request("GET", `${place}${next}`)).status).toBe(400);
  }
  await reference.close();
});

it("a key pair that is deleted in a world is refused there at once, and keeps working in the others", async () => {
  const reference = await startReference();
  for (const world of ["a", "b"])
    await reference.request("PUT", `/_reference/worlds/${world}`, { token: null });
  const token = reference.token();
  const ask = (prefix: string) => reference.request("GET", `${prefix}/buyers?limit=1`, { token });
  for (const prefix of ["", "/_worlds/a", "/_worlds/b"]) expect((await ask(prefix)).status).toBe(200);
  const { json } = await reference.request("GET", "/_worlds/a/_reference/data/api_key_pairs", {
    token: null,
  });
  const { thumbprint } = reference.administrator.key;
  const pair = json.items.find((one: { thumbprint: string }) => one.thumbprint === thumbprint);
  expect((await reference.request("DELETE", `/_worlds/a/api-key-pairs/${pair.id}`)).status).toBe(204);
  const statuses = ["", "/_worlds/a", "/_worlds/b"].map(async (prefix) => (await ask(prefix)).status);
  expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
  await reference.close();
});
