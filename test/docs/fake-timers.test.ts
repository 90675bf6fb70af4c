import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { partFolder } from "../parts/part.js";
import { createProject, type Project } from "./project.ts";

const modules = resolve(import.meta.dirname, "../../node_modules");

/** What a test may do with a server, each step of which would wait for ever if it waited for a timer. */
const story = `module.exports = async function tell(startReferenceServer, database) {
  const server = await startReferenceServer({ seed: "empty", database });
  const statuses = [];
  const ask = async (world, method, path, { body, token } = {}) => {
    const headers = {
      authorization: "Bearer " + (token ?? (await world.token())),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const { status } = await world.fetch(path, sent);
    statuses.push(status);
  };
  const account = (id) => ({ body: { id, display_name: "Shop" } });
  for (let round = 0; round < 3; round += 1) {
    const token = await server.token({ flaw: "wrong_key" });
    await ask(server, "GET", "/buyers", { token });
  }
  await Promise.all([1, 2].map((number) => ask(server, "POST", "/merchant-accounts", account("shop-" + number))));
  const world = await server.world();
  await world.faults([{ operation: "listBuyers", latency_ms: 5 }]);
  await ask(world, "GET", "/buyers");
  await ask(world, "POST", "/merchant-accounts", account("inside"));
  await world.clock.advance("1d");
  const before = await world.snapshot();
  await world.seed({ buyers: [{ display_name: "Mary" }] });
  await before.restore();
  await world.reset();
  await world.verify({ operation: "listBuyers", count: 1 });
  await world.close();
  const answer = await fetch(server.url + "/buyers");
  await answer.text();
  await server.close();
  return [...statuses, answer.status].join(" ");
};
`;

/** Refused for their signature, made, late, made, refused for want of a token. */
const expected = "401 401 401 201 201 200 201 401";

const files = {
  "story.cjs": story,
  "fake.test.js": `import { expect, it, vi } from "vitest";
import { startReferenceServer } from "payctl/testing";
import tell from "./story.cjs";
it.each([undefined, "vitest.db"])("vitest: %s", async (database) => {
  vi.useFakeTimers();
  expect(await tell(startReferenceServer, database)).toBe("${expected}");
});
`,
  "fake.test.cjs": `const { startReferenceServer } = require("payctl/testing");
const tell = require("./story.cjs");
test.each([[undefined], ["jest.db"]])("jest: %s", async (database) => {
  jest.useFakeTimers();
  expect(await tell(startReferenceServer, database)).toBe("${expected}");
});
`,
  "fake.test.mjs": `import assert from "node:assert";
import { mock, test } from "node:test";
import { startReferenceServer } from "payctl/testing";
import tell from "./story.cjs";
for (const database of [undefined, "node.db"]) {
  test("node: " + database, async () => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "setImmediate", "Date"], now: Date.now() });
    try {
      assert.equal(await tell(startReferenceServer, database), "${expected}");
    } finally {
      mock.timers.reset();
    }
  });
}
`,
};

let project: Project;
beforeAll(async () => {
  project = await createProject("testing.md");
  for (const [name, text] of Object.entries(files)) await writeFile(join(project.folder, name), text);
});
afterAll(() => project.close());

it("payctl/testing works under the fake timers of Vitest", async () => {
  await project.link(modules, "vitest");
  const words = [join(modules, "vitest/vitest.mjs"), "run", "fake.test.js", "--reporter", "json"];
  const output = await project.run(process.execPath, ...words);
  expect(JSON.parse(output)).toMatchObject({ numPassedTests: 2, success: true });
});

it("payctl/testing works under the fake timers of Jest", async () => {
  const jest = join(partFolder("runners"), "node_modules/jest/bin/jest.js");
  const output = await project.run(process.execPath, jest, "fake.test.cjs", "--json", "--detectOpenHandles");
  expect(JSON.parse(output)).toMatchObject({ numPassedTests: 2, openHandles: [], success: true });
});

it("payctl/testing works under the fake timers of node:test", async () => {
  const output = await project.run(process.execPath, "--test", "--test-reporter", "tap", "fake.test.mjs");
  expect(output).toMatch(/^# pass 2\n# fail 0$/m);
});
