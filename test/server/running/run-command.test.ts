import { EventEmitter } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { runCommand, type SignalSource } from "../../../src/server/running/run-command.ts";
import { sharedFolder } from "../../helpers/shared.ts";

const folder = sharedFolder();

const node = process.execPath;

/** Stands in for the process: an emitter takes the same listeners. */
function signalSource() {
  const emitter = new EventEmitter();
  return { emitter, signals: emitter as unknown as SignalSource };
}

function options(parts: { readonly sharesTerminal?: boolean } = {}) {
  const { emitter, signals } = signalSource();
  return { emitter, options: { env: { FOLDER: folder }, signals, sharesTerminal: false, ...parts } };
}

it("a command run with the server gets its words and variables, and ends with its code", async () => {
  const script =
    "fs.writeFileSync(process.env.FOLDER + '/said', process.argv.slice(1).join()); process.exit(7)";
  const code = await runCommand([node, "-e", script, "a b", "--flag"], options().options);
  expect([code, await readFile(join(folder, "said"), "utf8")]).toEqual([7, "a b,--flag"]);
});

it("a killed command ends with 128 and the signal's number", async () => {
  expect(await runCommand([node, "-e", "process.kill(process.pid, 'SIGKILL')"], options().options)).toBe(137);
});

it("a command that does not exist is reported", async () => {
  const error = await runCommand(["no-such-command-here"], options().options).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({ message: "the command no-such-command-here can't be started" });
});

/** Prints when it is up, and how it ended. */
const patient = `
  const say = (word) => fs.appendFileSync(process.env.FOLDER + "/" + process.argv[1], word);
  process.on("SIGINT", () => say("INT "));
  process.on("SIGTERM", () => { say("TERM"); process.exit(3); });
  setInterval(() => {}, 1000);
  say("up ");
`;

async function said(name: string): Promise<string> {
  return readFile(join(folder, name), "utf8").catch(() => "");
}

it("signals are passed on to the command, and listened to no longer than it runs", async () => {
  const { emitter, options: parts } = options();
  const code = runCommand([node, "-e", patient, "passed"], parts);
  await expect.poll(() => said("passed")).toBe("up ");
  emitter.emit("SIGINT", "SIGINT");
  await expect.poll(() => said("passed")).toBe("up INT ");
  emitter.emit("SIGTERM", "SIGTERM");
  expect([await code, await said("passed")]).toEqual([3, "up INT TERM"]);
  expect(emitter.eventNames()).toEqual([]);
});

it("Ctrl-C is left to a terminal, which sends it to the command itself", async () => {
  const { emitter, options: parts } = options({ sharesTerminal: true });
  const code = runCommand([node, "-e", patient, "kept"], parts);
  await expect.poll(() => said("kept")).toBe("up ");
  emitter.emit("SIGINT", "SIGINT");
  emitter.emit("SIGTERM", "SIGTERM");
  expect([await code, await said("kept")]).toEqual([3, "up TERM"]);
});
