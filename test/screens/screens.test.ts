import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Host } from "../../src/context.ts";
import { instant } from "../helpers/host.ts";
import { type RunOptions, run } from "../helpers/run.ts";
import { type Reference, startReference } from "../helpers/server.ts";

let reference: Reference;
beforeAll(async () => {
  reference = await startReference({ now: () => new Date(instant) });
});
afterAll(() => reference.close());

/** What is on a terminal when the command has ended. */
async function screenOf(line: string, options: RunOptions): Promise<string> {
  const { code, stdout, stderr } = await run(`${line} -q --color never`, { reference, ...options });
  expect({ code, stderr }).toEqual({ code: line.includes("tail") ? 130 : 0, stderr: "" });
  return stdout;
}

/** Presses Ctrl-C when the first look is done. */
function stopAtOnce(host: Host): Host {
  const stopped = new AbortController();
  const sleep = async () => {
    stopped.abort("SIGINT");
    stopped.signal.throwIfAborted();
  };
  return { ...host, signal: stopped.signal, sleep };
}

const lines = [
  { name: "audit-list", line: "audit list --limit 15" },
  { name: "audit-tail", line: "audit tail" },
  { name: "audit-summary", line: "audit summary --since 14d" },
] as const;

describe.each([80, 120])("on a terminal of %i columns", (columns) => {
  it.each(lines)("$line looks as kept here, and fits", async ({ name, line }) => {
    const screen = await screenOf(line, { terminal: columns, alter: stopAtOnce });
    expect(screen.split("\n").filter((row) => row.length > columns)).toEqual([]);
    // No one sees a space at the end of a line, and no one should have to keep it.
    const seen = screen.replace(/ +$/gm, "");
    await expect(seen).toMatchFileSnapshot(`${name}-${columns}.txt`);
  });
});

describe("on a dumb terminal", () => {
  it("a summary is drawn in ASCII", async () => {
    const screen = await screenOf("audit summary --since 14d", { terminal: 80, env: { TERM: "dumb" } });
    expect(screen).toMatch(/^[\n\x20-\x7e]+$/);
    await expect(screen).toMatchFileSnapshot("audit-summary-dumb.txt");
  });
});
