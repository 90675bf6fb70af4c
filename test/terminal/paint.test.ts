import { expect, it } from "vitest";
import { type ColorChoice, wantsColor } from "../../src/terminal/paint.ts";
import { createRecorder } from "./recorder.ts";

const terminal = createRecorder({}).stdout;
const pipe = createRecorder(undefined).stdout;

it.each<[string, ColorChoice, typeof pipe, Record<string, string>, boolean]>([
  ["colours a terminal", "auto", terminal, {}, true],
  ["leaves a pipe plain", "auto", pipe, {}, false],
  ["obeys NO_COLOR", "auto", terminal, { NO_COLOR: "1" }, false],
  ["takes an empty NO_COLOR for unset", "auto", terminal, { NO_COLOR: "" }, true],
  ["lets --color always beat NO_COLOR", "always", pipe, { NO_COLOR: "1", TERM: "dumb" }, true],
  ["lets --color never beat FORCE_COLOR", "never", terminal, { FORCE_COLOR: "1" }, false],
  ["obeys FORCE_COLOR on a pipe", "auto", pipe, { FORCE_COLOR: "1" }, true],
  ["obeys FORCE_COLOR=0", "auto", terminal, { FORCE_COLOR: "0" }, false],
  ["leaves a dumb terminal plain", "auto", terminal, { TERM: "dumb" }, false],
  ["leaves the log of a CI job plain", "auto", terminal, { CI: "true" }, false],
  ["takes CI=false for no CI", "auto", terminal, { CI: "false" }, true],
  ["takes CI=0 for no CI", "auto", terminal, { CI: "0" }, true],
])("paint %s", (_, choice, stream, env, expected) => {
  expect(wantsColor(choice, stream, env)).toBe(expected);
});
