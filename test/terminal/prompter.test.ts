import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { noPaint } from "../../src/terminal/paint.ts";
import { createPrompter, type Prompter } from "../../src/terminal/prompter.ts";
import { createRecorder } from "./recorder.ts";

/** A prompter whose keyboard is typed on once a question is on the screen. */
function openKeyboard() {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const { stderr, written } = createRecorder({ columns: 80 });
  const prompter = createPrompter({
    stdin: keyboard,
    stderr,
    paint: noPaint,
    signal: new AbortController().signal,
  });
  const whenAsked = async (question: string, act: () => void): Promise<void> => {
    while (!written.stderr.includes(question)) await new Promise(setImmediate);
    act();
  };
  return { keyboard, prompter, written, whenAsked };
}

type Ask = (prompter: Prompter) => Promise<unknown>;

it.each<[string, Ask, string, unknown]>([
  ["an input", (prompter) => prompter.input("Who?"), "Ada\r", "Ada"],
  ["a secret", (prompter) => prompter.secret("Who?"), "hush\r", "hush"],
  ["a yes", (prompter) => prompter.confirm("Who?"), "y\r", true],
  ["a no", (prompter) => prompter.confirm("Who?"), "n\r", false],
  ["Enter alone for no", (prompter) => prompter.confirm("Who?"), "\r", false],
])("a question takes %s", async (_, ask, keys, answer) => {
  const { keyboard, prompter, whenAsked } = openKeyboard();
  const asked = ask(prompter);
  await whenAsked("Who?", () => keyboard.write(keys));
  expect(await asked).toBe(answer);
});

it("a question shows what Enter alone answers, before and after it", async () => {
  const { keyboard, prompter, written, whenAsked } = openKeyboard();
  const asked = prompter.input("Who?", { usual: "Ada" });
  await whenAsked("Who?", () => keyboard.write("\r"));
  expect(await asked).toBe("Ada");
  const shown = stripVTControlCharacters(written.stderr);
  expect([shown.includes("? Who? (Ada)"), shown.includes("✔ Who? Ada")]).toEqual([true, true]);
});

it("a question ticks no answer that has a fault, and lets it be corrected", async () => {
  const { keyboard, prompter, written, whenAsked } = openKeyboard();
  const findFault = async (answer: string) => (answer === "Ad" ? "too short \u202e" : undefined);
  const asked = prompter.input("Who?", { findFault });
  await whenAsked("Who?", () => keyboard.write("Ad\r"));
  await whenAsked("too short", () => keyboard.write("a\r"));
  expect(await asked).toBe("Ada");
  const shown = stripVTControlCharacters(written.stderr);
  expect(shown.match(/✔ Who\? \w+/g)).toEqual(["✔ Who? Ada"]);
  expect(shown).toContain(String.raw`too short \u202e`);
});

it("questions are asked one after the other", async () => {
  const { keyboard, prompter, whenAsked } = openKeyboard();
  const first = prompter.input("First?");
  await whenAsked("First?", () => keyboard.write("1\r"));
  expect(await first).toBe("1");
  const second = prompter.input("Second?");
  await whenAsked("Second?", () => keyboard.write("2\r"));
  expect(await second).toBe("2");
});

it("a question for a secret shows nothing, whatever is typed", async () => {
  const { keyboard, prompter, written, whenAsked } = openKeyboard();
  const asked = prompter.secret("PIN?");
  await whenAsked("PIN?", () => keyboard.write("QXQX\u0014\r"));
  await asked;
  expect(written.stderr).not.toMatch(/[QX]/);
});

it("a question is asked on standard error, and can't steer the terminal", async () => {
  const { keyboard, prompter, written, whenAsked } = openKeyboard();
  const asked = prompter.confirm("Delete \u001b[2J\u202e?");
  await whenAsked("Delete", () => keyboard.write("y\r"));
  await asked;
  expect(written.stdout).toBe("");
  expect(written.stderr).toContain(String.raw`? Delete \u001b[2J\u202e? (y/N)`);
});

it.each<[string, Ask]>([
  ["an input", (prompter) => prompter.input("Sure?")],
  ["a secret", (prompter) => prompter.secret("Sure?")],
  ["a confirmation", (prompter) => prompter.confirm("Sure?")],
])("a question takes Ctrl-C at %s for a no to everything", async (_, ask) => {
  const { keyboard, prompter, whenAsked } = openKeyboard();
  const asked = ask(prompter);
  const failed = expect(asked).rejects.toMatchObject({ exitCode: 130, name: "DeclinedError" });
  await whenAsked("Sure?", () => keyboard.write("\u0003"));
  await failed;
});

it.each<[string, (keyboard: PassThrough) => void]>([
  ["Ctrl-D", (keyboard) => keyboard.write("\u0004")],
  ["the end of input", (keyboard) => keyboard.end()],
  ["a lost terminal", (keyboard) => keyboard.destroy()],
])("a question takes %s for an end that gives no answer", async (_, act) => {
  const { keyboard, prompter, whenAsked } = openKeyboard();
  const failed = expect(prompter.input("Sure?")).rejects.toMatchObject({ exitCode: 2, name: "UsageError" });
  await whenAsked("Sure?", () => act(keyboard));
  await failed;
});

it("no question is asked once input has ended", async () => {
  const { keyboard, prompter, written } = openKeyboard();
  keyboard.resume().end();
  await new Promise((resolve) => keyboard.once("end", resolve));
  await expect(prompter.input("Sure?")).rejects.toMatchObject({ exitCode: 2 });
  expect(written.stderr).toBe("");
});
