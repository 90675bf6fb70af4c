import { expect, it } from "vitest";
import { run } from "./helpers/run.ts";

/** What agents set; the value differs from agent to agent. */
const agents = [
  { AI_AGENT: "some-agent/1.0" },
  { CLAUDECODE: "1" },
  { CODEX_SANDBOX: "seatbelt" },
  { CURSOR_AGENT: "1" },
  { PAYCTL_AGENT: "1" },
] as const;

const onTerminal = { terminal: 80, env: { CLAUDECODE: "1" } };

it.each(agents)("an agent gets JSON on a terminal with %j", async (env) => {
  const { code, stdout, stderr } = await run("buyers list --limit 1", { terminal: 80, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^1 row shown, more exist/) });
  expect(JSON.parse(stdout).items).toHaveLength(1);
});

it.each([
  {},
  { CLAUDECODE: "" },
  { CLAUDECODE: "1", PAYCTL_AGENT: "0" },
  { AI_AGENT: "a", PAYCTL_AGENT: "off" },
])("a person gets a table on a terminal with %j", async (env) => {
  const { stdout } = await run("buyers list --limit 1", { terminal: 80, env });
  expect(stdout).toMatch(/ID {9}/);
  expect(() => JSON.parse(stdout)).toThrow();
});

it("an agent gets an error as one line of JSON", async () => {
  const { code, stdout, stderr } = await run("buyers list --limit 0", onTerminal);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(JSON.parse(stderr).error).toMatchObject({ class: "UsageError", exit_code: 2 });
});

it("-o beats the format for agents, for data and for errors", async () => {
  const { stdout } = await run("buyers list --limit 1 -o csv --fields id", onTerminal);
  expect(stdout).toMatch(/^id\n[0-9a-f-]{36}\n$/);
  const wrong = await run("buyers list --limit 0 -o table", onTerminal);
  expect(wrong.stderr).toMatch(/^error: --limit 0: /);
  const asked = await run("buyers list --limit 0", {
    terminal: 80,
    env: { CLAUDECODE: "1", PAYCTL_OUTPUT: "table" },
  });
  expect(asked.stderr).toMatch(/^error: --limit 0: /);
});

it("an agent gets a document as text, without a pager", async () => {
  const { code, stdout } = await run("explain listBuyers", {
    ...onTerminal,
    alter: (host) => ({
      ...host,
      openPager: () => {
        throw new Error("unexpected pager");
      },
    }),
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^listBuyers: /) });
});

it("an agent gets no colour, even if FORCE_COLOR is set, unless --color asks for it", async () => {
  const env = { CLAUDECODE: "1", FORCE_COLOR: "1" };
  const plain = await run("keys list -o table", { terminal: 80, env });
  expect(plain.stdout + plain.stderr).not.toContain("\u001b");
  const error = await run("keys lst -o table", { terminal: 80, env });
  expect(error.stderr).not.toContain("\u001b");
  const asked = await run("keys lst -o table --color always", { terminal: 80, env });
  expect(asked.stderr).toContain("\u001b");
});

it("an agent is asked nothing, and nothing is confirmed by itself", async () => {
  const id = "99999999-9999-4999-8999-999999999999";
  const { code, stderr, requests } = await run(`keys delete ${id} --self`, { ...onTerminal, stdin: "y\n" });
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
  expect(JSON.parse(stderr).error).toMatchObject({
    message: "this can't be undone, and there is no terminal to confirm on",
    hint: "to go ahead, add: --yes",
  });
  const cards = await run("giftcards balances", { ...onTerminal, stdin: "1\n2\n" });
  expect(cards.code).toBe(2);
});
