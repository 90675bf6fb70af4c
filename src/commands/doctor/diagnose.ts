import type { Context } from "../../context.ts";
import { ConfigurationError, DeclinedError, hintText, PayctlError } from "../../errors.ts";
import { targetHint } from "../../globals.ts";
import type { Shape } from "../../terminal/output.ts";
import { wrapCells } from "../../terminal/render/cell-width.ts";
import { roomInLine } from "../../terminal/streams.ts";
import { hangLines, wrapHint } from "../../terminal/wrap-lines.ts";
import { onePage } from "../show-list.ts";
import {
  checkBaseUrl,
  checkClientCertificate,
  checkConfiguration,
  checkProfile,
  checkProgram,
  checkProxy,
  checkSigningKey,
} from "./local-checks.ts";
import {
  checkClock,
  checkConnection,
  checkGrantedScopes,
  checkHostName,
  checkKeyPair,
  checkMerchantAccount,
  checkToken,
} from "./service-checks.ts";
import { type Finding, NotTriedError, ok, openSubject, type Subject } from "./subject.ts";

interface Check {
  readonly name: string;
  /** The checks without which this one can't be made. */
  readonly after: readonly string[];
  /** A PayctlError that it throws is a failure. */
  run(subject: Subject): Promise<Finding>;
}

/** Every check, in the order that a call needs them: from the local files to the service's answer. */
const checks: readonly Check[] = [
  { name: "program", after: [], run: checkProgram },
  { name: "configuration", after: [], run: checkConfiguration },
  { name: "profile", after: ["configuration"], run: checkProfile },
  { name: "key", after: ["profile"], run: checkSigningKey },
  { name: "client-certificate", after: ["profile"], run: checkClientCertificate },
  { name: "base-url", after: ["profile"], run: checkBaseUrl },
  { name: "proxy", after: ["base-url"], run: checkProxy },
  { name: "dns", after: ["proxy"], run: checkHostName },
  { name: "connection", after: ["dns", "client-certificate"], run: checkConnection },
  { name: "clock", after: ["connection"], run: checkClock },
  { name: "token", after: ["clock", "key"], run: checkToken },
  { name: "scopes", after: ["token"], run: checkGrantedScopes },
  { name: "key-pair", after: ["token"], run: checkKeyPair },
  { name: "merchant-account", after: ["token"], run: checkMerchantAccount },
  // What a careful user asks before installing, and nothing could look up.
  {
    name: "telemetry",
    after: [],
    run: async () => ok("none, and no update check: payctl talks only to the service that you name"),
  },
];

/** A check that was made. */
interface Checked extends Finding {
  readonly name: string;
}

/** Runs and shows every check; throws when one failed. */
export async function diagnose(context: Context, shape: Shape): Promise<void> {
  const { globals, output } = context;
  const results = await output.results(shape);
  const isText = output.format === "table" && globals.fields === undefined && globals.query === undefined;
  const done: Checked[] = [];
  for await (const row of runChecks(context)) {
    done.push(row);
    if (isText) await output.text(rowText(row, context));
  }
  if (!isText) {
    await results.list(
      onePage(done.map((row) => ({ ...row, hint: row.hint === undefined ? null : hintText(row.hint) }))),
    );
  }
  const failures = done.filter(({ result }) => result === "failure");
  const [first] = failures;
  if (first === undefined) return;
  const names = failures.map(({ name }) => name).join(", ");
  const count = failures.length === 1 ? "a check" : `${failures.length} checks`;
  throw new ConfigurationError(`${count} failed: ${names}`, { hint: first.hint });
}

/** Runs one check after the other; one that needs what could not be found out is skipped. */
async function* runChecks(context: Context): AsyncGenerator<Checked> {
  const { globals, host } = context;
  const subject = await openSubject(context);
  const unknown = new Map<string, string>();
  const find = async ({ after, name, run }: Check): Promise<Finding> => {
    const reason = after.map((earlier) => unknown.get(earlier)).find((text) => text !== undefined);
    if (reason !== undefined) {
      unknown.set(name, reason);
      return { result: "skipped", message: `not tried: ${reason}` };
    }
    try {
      return await run(subject);
    } catch (error) {
      host.signal.throwIfAborted();
      const isUntried = error instanceof NotTriedError;
      if (!isUntried && (!(error instanceof PayctlError) || error instanceof DeclinedError)) throw error;
      unknown.set(name, isUntried ? error.message : `${name} failed`);
      if (isUntried) return { result: "skipped", message: `not tried: ${error.message}` };
      return { result: "failure", message: error.message, hint: error.hint };
    }
  };
  for (const check of checks) {
    host.signal.throwIfAborted();
    const { hint, message, result } = await find(check);
    yield { name: check.name, result, message, hint: hint && targetHint(hint, globals) };
  }
}

const resultWidth = "skipped".length;
const leastBeside = 40;

/** The result, the name and the message, which is below the name where there is no room, and what to do about it. */
function rowText({ name, result, message, hint }: Checked, { host }: Context): string {
  const nameWidth = Math.max(...checks.map((check) => check.name.length));
  const room = roomInLine(host.stdout, host.env) - resultWidth - 1;
  const isBeside = room - nameWidth - 2 >= leastBeside;
  const width = isBeside ? room - nameWidth - 2 : Math.max(10, room);
  const head = `${result.padEnd(resultWidth)} ${isBeside ? `${name.padEnd(nameWidth)}  ` : ""}`;
  const lines = [
    ...(isBeside ? [] : wrapCells(name, width)),
    ...wrapCells(message, width),
    ...(hint === undefined ? [] : hangLines("hint:", wrapHint(hint, width - "hint: ".length))),
  ];
  return lines.map((line, index) => (index === 0 ? head : " ".repeat(head.length)) + line).join("\n");
}
