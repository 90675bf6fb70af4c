import { expect, it } from "vitest";
import { progressText } from "../../src/terminal/progress.ts";
import { run } from "../helpers/run.ts";
import { openOutput } from "./recorder.ts";

it.each([
  [{ done: "exported" }, 0, 0, "exported 0"],
  [{ done: "exported" }, 1200, 3, "exported 1,200 · 400/s"],
  [{ done: "created", total: 5000 }, 1000, 2, "created 1,000 of 5,000 · 500/s · 8s left"],
  [{ done: "created", total: 5000 }, 10, 4, "created 10 of 5,000 · 2.5/s · 33m 16s left"],
  [{ done: "created", total: 50000 }, 10, 4, "created 10 of 50,000 · 2.5/s · 5h 33m left"],
  [{ done: "created", total: 5 }, 9, 1, "created 9 of 5 · 9/s · 0s left"],
])("progress shows count, rate and time left of %o", (task, count, seconds, text) => {
  expect(progressText(task, count, seconds)).toBe(text);
});

it("progress draws one line at most ten times a second and clears it at the end", async () => {
  let now = 0;
  const { output, written } = openOutput({ terminal: { columns: 30 }, now: () => now });
  const progress = output.progress({ done: "exported", total: 1000 });
  await progress.advance(1);
  await progress.advance(1);
  now = 500;
  await progress.advance(98);
  await progress.end();
  expect(written.stderr).toBe(
    "\r\u001b[Kexported 1 of 1,000\r\u001b[Kexported 100 of 1,000 · 200/s\r\u001b[K",
  );
});

it("progress makes room for notes and data", async () => {
  const { output, written } = openOutput({ terminal: {} });
  await output.progress({ done: "exported" }).advance(1);
  await output.note("halfway");
  await output.note("still");
  expect(written.stderr).toBe("\r\u001b[Kexported 1\r\u001b[Khalfway\nstill\n");
});

it.each([
  ["off a terminal", {}],
  ["with --quiet", { terminal: {}, quiet: true }],
  ["on a dumb terminal", { terminal: {}, env: { TERM: "dumb" } }],
  ["in a CI job", { terminal: {}, env: { CI: "1" } }],
])("progress shows nothing %s", async (_, options) => {
  const { output, written } = openOutput(options);
  const progress = output.progress({ done: "exported" });
  await progress.advance(1);
  await progress.end();
  expect(written.stderr).toBe("");
});

const erase = "\r\u001b[K";

/** An alarm that rings when the test says so. */
function alarm() {
  const actions = new Set<() => void>();
  const delays: number[] = [];
  return {
    delays,
    later: (milliseconds: number, action: () => void) => {
      delays.push(milliseconds);
      actions.add(action);
      return () => void actions.delete(action);
    },
    ring: () => {
      for (const action of actions) action();
    },
  };
}

/** Work that takes until the test says so. */
function work() {
  let finish: (value: string) => void = () => {};
  const done = new Promise<string>((resolve) => {
    finish = resolve;
  });
  return { done: () => done, finish };
}

it("a wait says after a second what it waits for, and clears the line at the end", async () => {
  const { delays, later, ring } = alarm();
  const { output, written } = openOutput({ terminal: {}, later });
  const { done, finish } = work();
  const answer = output.waiting("waiting for localhost", done);
  expect([delays, written.stderr]).toEqual([[1000], ""]);
  ring();
  expect(written.stderr).toBe(`${erase}waiting for localhost`);
  finish("done");
  expect(await answer).toBe("done");
  expect(written.stderr).toBe(`${erase}waiting for localhost${erase}`);
});

it("a wait says nothing of work that is done by then", async () => {
  const { later, ring } = alarm();
  const { output, written } = openOutput({ terminal: {}, later });
  await output.waiting("waiting", async () => undefined);
  ring();
  expect(written.stderr).toBe("");
});

it("a wait clears its line before an error is shown", async () => {
  const { later, ring } = alarm();
  const { output, written } = openOutput({ terminal: {}, later });
  const failing = output.waiting("waiting", async () => {
    ring();
    throw new Error("no answer");
  });
  await expect(failing).rejects.toThrow("no answer");
  expect(written.stderr).toBe(`${erase}waiting${erase}`);
});

it("a wait makes room for data", async () => {
  const { later, ring } = alarm();
  const { output, written } = openOutput({ terminal: {}, later });
  await output.waiting("waiting", async () => {
    ring();
    await output.text("data");
    written.stderr += "|";
  });
  expect(written.stderr).toBe(`${erase}waiting${erase}|`);
});

it("a wait leaves the line to a count that is shown already", async () => {
  const { later, ring } = alarm();
  const { output, written } = openOutput({ terminal: {}, later });
  await output.progress({ done: "exported" }).advance(1);
  await output.waiting("waiting", async () => ring());
  expect(written.stderr).toBe(`${erase}exported 1`);
});

it("a wait names the service that does not answer", async () => {
  const { later, ring } = alarm();
  const { stderr, stdout } = await run("buyers list --limit 1", {
    terminal: 120,
    alter: (host) => ({ ...host, later }),
    exchange: async () => {
      ring();
      return { status: 200, headers: {}, body: '{"items":[],"limit":1,"next_cursor":null}' };
    },
  });
  expect(stdout).toBe("");
  expect(stderr).toBe(`${erase}waiting for localhost:4010${erase}nothing found\n`);
});

it.each([
  ["off a terminal", {}],
  ["with --quiet", { terminal: {}, quiet: true }],
  ["on a dumb terminal", { terminal: {}, env: { TERM: "dumb" } }],
  ["in a CI job", { terminal: {}, env: { CI: "1" } }],
  ["where another program may show the data", { terminal: {}, stdout: createPipe() }],
])("a wait says nothing %s", async (_, options) => {
  const { later, ring } = alarm();
  const { output, written } = openOutput({ ...options, later });
  expect(await output.waiting("waiting", async () => [ring(), 1].at(-1))).toBe(1);
  expect(written.stderr).toBe("");
});

function createPipe() {
  return {
    write(_: string, done: () => void) {
      done();
      return true;
    },
  };
}
