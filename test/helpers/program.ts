import { resolve } from "node:path";

const bin = resolve(import.meta.dirname, "../../bin/payctl.js");
const executable = process.env["PAYCTL_TEST_EXECUTABLE"];

/** Whether the single executable is tested. */
export const isExecutable = executable !== undefined;

/** The file of the built program: the package's, or the single executable that is tested instead. */
export const programFile = executable ?? bin;
/** What starts the program with a command line behind it. */
export const program: readonly [file: string, ...words: string[]] =
  executable === undefined ? [process.execPath, bin] : [executable];

const [file, ...before] = program;

/** What `spawn` and its like take to run a command line of the built program. */
export function commandLine(words: readonly string[]): readonly [file: string, words: string[]] {
  return [file, [...before, ...words]];
}

/** The start of its command lines for a shell. */
export const quoted = program.map((word) => `'${word}'`).join(" ");
