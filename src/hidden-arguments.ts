import { findJson, isRecord } from "./values/record.ts";
import { isExecutable } from "./values/runtime.ts";

/** Holds the arguments of a process that started over; in lower case, since nobody is to set it. */
const variable = "payctl_arguments";

/**
 * Takes the arguments out of the list of processes, which anyone on this machine can read, if the address of a database
 * is among them: it may hold a password. Returns them.
 */
export function hideAddress(argv: readonly string[]): readonly string[] {
  const handed = takeArguments();
  if (handed !== undefined) return handed;
  if (!argv.some((word) => /(?:^|=)postgres(?:ql)?:/i.test(word))) return argv;
  // Node writes over the arguments; Bun does not, so there the same process starts over without any.
  if (isExecutable()) startOver(argv);
  process.title = "payctl serve";
  return argv;
}

function startOver(words: readonly string[]): void {
  const execve: unknown = Reflect.get(process, "execve");
  if (typeof execve !== "function" || process.platform === "win32") return;
  const env = { ...process.env, [variable]: JSON.stringify({ pid: process.pid, words }) };
  Reflect.apply(execve, process, [process.execPath, ["payctl serve"], env]);
}

/** Only from the same process: a variable that somebody else has set is none of it. */
function takeArguments(): readonly string[] | undefined {
  const text = process.env[variable];
  if (text === undefined) return undefined;
  delete process.env[variable];
  const value = findJson(text);
  if (!isRecord(value) || value["pid"] !== process.pid || !isExecutable()) return undefined;
  return Array.isArray(value["words"]) ? value["words"].map(String) : undefined;
}
