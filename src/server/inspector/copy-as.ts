import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import type { AnyOperation } from "../../contract/operations.ts";
import { mask } from "../../values/mask.ts";
import { safeJson, safeText } from "../../values/safe-text.ts";
import { shellWord } from "../../values/text.ts";
import { accountHeader, sentAccount } from "./requests.ts";

/** The world that the request went to. */
interface Destination {
  /** What to type for payctl. */
  readonly command?: string | undefined;
  /** A file with the authorities to trust. */
  readonly caFile?: string | undefined;
  readonly url: string;
  /** What the request was for, if anything. */
  readonly operation: Pick<AnyOperation, "merchantHeader" | "scope"> | undefined;
}

/**
 * The request as a command of payctl that sends it again; what the journal masks is masked in it. Its token is an
 * option, which whatever profiles and variables there are can't outdo.
 */
export function asPayctl(entry: JournalEntry, destination: Destination): string {
  const { command = "payctl", operation, url } = destination;
  // Without one, the account of a profile would be sent.
  const account = sentAccount(entry) ?? (operation?.merchantHeader ? "default" : undefined);
  const words = [
    ...["--base-url", url, ...trust(destination, "--ca-file"), "--token-file", "/dev/stdin"],
    ...(account === undefined ? [] : ["-m", safeText(account)]),
    ...["api", entry.method, sentTo(entry), ...bodyWords(entry, "--data")],
  ];
  return `${tokenCommand(entry, destination)} | ${command} ${shellWords(words)}`;
}

/** The request as a command of curl, with a token that the server signs for it. */
export function asCurl(entry: JournalEntry, destination: Destination): string {
  const account = sentAccount(entry);
  const method = entry.method === "GET" ? [] : ["-X", entry.method];
  const body = bodyWords(entry, "--data-raw");
  return [
    shellWords([
      "curl",
      "-i",
      ...trust(destination, "--cacert"),
      ...method,
      `${destination.url}${sentTo(entry)}`,
    ]),
    `-H "authorization: Bearer $(${tokenCommand(entry, destination)})"`,
    ...(account === undefined ? [] : [`-H ${shellWord(safeText(`${accountHeader}: ${account}`))}`]),
    ...(body.length === 0 ? [] : ["-H 'content-type: application/json'", shellWords(body)]),
  ].join(" \\\n  ");
}

/** The command that has the server sign a token with the scopes that were sent, or the one that the operation needs. */
function tokenCommand({ scopes }: JournalEntry, destination: Destination): string {
  const { command = "payctl", operation, url } = destination;
  const known = (scopes ?? []).filter((scope) => scope !== mask);
  const wanted = known.length > 0 ? known : [operation?.scope ?? "*.read"];
  const words = [
    ...["serve", "token", "--url", url, ...trust(destination, "--ca-file")],
    ...wanted.flatMap((each) => ["--scope", each]),
    // The token alone, whichever format a variable asks for.
    ...["-o", "table"],
  ];
  return `${command} ${shellWords(words)}`;
}

function trust({ caFile }: Destination, option: string): readonly string[] {
  return caFile === undefined ? [] : [option, safeText(caFile)];
}

function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}

function sentTo({ path, query }: JournalEntry): string {
  const parameters = new URLSearchParams(query);
  // Unusual characters in a path are already percent-encoded.
  return safeText(parameters.size === 0 ? path : `${path}?${parameters}`);
}

/** Escaped, so that pasting it types no control character. */
function bodyWords({ body }: JournalEntry, option: string): readonly string[] {
  return body === null ? [] : [option, safeJson(JSON.stringify(body))];
}

/** A rule as written on a command line. */
export function writeFault(rule: FaultRule): string {
  const { after, method, operation, path, status } = rule;
  const numbers = [
    ["x", rule.times],
    ["skip=", rule.skip],
    ["latency=", rule.latency_ms],
    ["retry-after=", rule.retry_after],
  ] as const;
  const given = numbers.flatMap(([name, value]) => (value === undefined ? [] : [`${name}${value}`]));
  return [operation ?? `${method} ${path}`, status ?? [], given, after ? "after" : []].flat().join(" ");
}
