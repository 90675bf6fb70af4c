import { expect, onTestFinished, test } from "vitest";
import { startReference } from "../../helpers/server.ts";

async function start() {
  const reference = await startReference();
  onTestFinished(() => reference.close());
  const control = (method: string, path: string, body?: unknown) =>
    reference.request(method, `/_reference/${path}`, { token: null, body });
  return {
    reference,
    control,
    async ended(name: string) {
      const begun = performance.now();
      while ((await control("GET", `worlds/${name}`)).status !== 404) {
        if (performance.now() - begun > 20_000) throw new Error("the world does not end");
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

test("a world ends when nobody has asked it anything for as long as was said, and the journal of the root tells", async () => {
  const { control, ended } = await start();
  expect((await control("PUT", "worlds/one", { idle: "300ms" })).status).toBe(201);
  await control("PUT", "worlds/two", { idle: "1h" });
  await ended("one");
  const { json } = await control("GET", "requests");
  expect(json.items).toMatchObject([{ method: "DELETE", path: "/_reference/worlds/one", status: "idle" }]);
  expect((await control("GET", "worlds")).json.items).toMatchObject([{ name: "two", idle: "1h" }]);
});

test("a world whose request takes longer than it may be idle ends only after that", async () => {
  const { control, ended, reference } = await start();
  await control("PUT", "worlds/one", { idle: "100ms" });
  const target = "/_worlds/one/_reference/requests?wait=1s";
  expect(await reference.request("GET", target, { token: null })).toMatchObject({ status: 200 });
  await ended("one");
});

test("a name is free again after the end of its world", async () => {
  const { control, ended } = await start();
  await control("PUT", "worlds/one", { idle: "100ms", seed: { buyers: [{ display_name: "Mary" }] } });
  await ended("one");
  expect((await control("PUT", "worlds/one", { idle: "1h" })).status).toBe(201);
});
