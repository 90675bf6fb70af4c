import { expect, it } from "vitest";
import { progressText } from "../../src/terminal/progress.ts";
import { openOutput } from "./recorder.ts";

it.each([
  [{ done: "exported" }, 0, 0, "exported 0"],
  [{ done: "exported" }, 1200, 3, "exported 1,200 · 400/s"],
  [{ done: "created", total: 5000 }, 1000, 2, "created 1,000 of 5,000 · 500/s · 8s left"],
  [{ done: "created", total: 5000 }, 10, 4, "created 10 of 5,000 · 2.5/s · 33m 16s left"],
  [{ done: "created", total: 50000 }, 10, 4, "created 10 of 50,000 · 2.5/s · 5h 33m left"],
  [{ done: "created", total: 5 }, 9, 1, "created 9 of 5 · 9/s · 0s left"],
])("tells count, rate and time left of %o", (task, count, seconds, text) => {
  expect(progressText(task, count, seconds)).toBe(text);
});

it("draws one line at most ten times a second and takes it away at the end", async () => {
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

it("makes room for notes and data", async () => {
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
])("shows nothing %s", async (_, options) => {
  const { output, written } = openOutput(options);
  const progress = output.progress({ done: "exported" });
  await progress.advance(1);
  await progress.end();
  expect(written.stderr).toBe("");
});
