import { expect, onTestFinished, test } from "vitest";
import { startReference } from "../../helpers/server.ts";

async function start() {
  const reference = await startReference();
  onTestFinished(() => reference.close());
  const control = (method: string, path: string, body?: unknown) =>
    reference.request(method, `/_reference/${path}`, { token: null, body });
  return {
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

test("a world ends when it has had no request for its idle time, and the journal of the root says so", async () => {
  const { control, ended } = await start();
  expect((await control("PUT", "worlds/one", { idle: "300ms" })).status).toBe(201);
  await control("PUT", "worlds/two", { idle: "1h" });
  await ended("one");
  const { json } = await control("GET", "requests");
  expect(json.items).toMatchObject([{ method: "DELETE", path: "/_reference/worlds/one", status: "idle" }]);
  expect((await control("GET", "worlds")).json.items).toMatchObject([{ name: "two", idle: "1h" }]);
});

test("a name is free again after the end of its world", async () => {
  const { control, ended } = await start();
  await control("PUT", "worlds/one", { idle: "100ms", seed: { buyers: [{ display_name: "Mary" }] } });
  await ended("one");
  expect((await control("PUT", "worlds/one", { idle: "1h" })).status).toBe(201);
});
