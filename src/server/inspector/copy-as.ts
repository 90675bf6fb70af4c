import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { mask } from "../../values/mask.ts";
import { safeJson, safeText } from "../../values/safe-text.ts";
import { shellWord } from "../../values/text.ts";
import type { JournalItem } from "./control-client.ts";
import type { KnownOperation } from "./inspector.ts";
import { accountHeader, sentAccount } from "./requests.ts";

/** The API of the world that the request went to. */
interface Place {
  /** What to type for payctl. */
  readonly command?: string | undefined;
  /** A file with the authorities to trust. */
  readonly caFile?: string | undefined;
  readonly url: string;
  readonly root: string;
  readonly world: string | undefined;
}

interface SentPlace extends Place {
  /** What the request was for, if anything. */
  readonly operation: KnownOperation | undefined;
}

/** The request as a command of payctl that sends it again; what the journal masks is masked in it. */
export function asPayctl(entry: JournalItem, place: SentPlace): string {
  const { operation } = place;
  // Without one, the account of a profile would be sent.
  const account = sentAccount(entry) ?? (operation?.merchantHeader ? "default" : undefined);
  const words = [
    ...(account === undefined ? [] : ["-m", safeText(account)]),
    ...["api", entry.method, sentTo(entry)],
    ...bodyWords(entry, "--data"),
  ];
  return `${askingPayctl(place, scopesOf(entry, operation))} ${shellWords(words)}`;
}

/**
 * How payctl begins that asks the server with a token of its own: an option, which whatever profiles and variables
 * there are can't outdo.
 */
export function askingPayctl(place: Place, scopes: readonly string[]): string {
  const { command = "payctl", url } = place;
  const words = ["--base-url", url, ...trust(place, "--ca-file"), "--token-file", "/dev/stdin"];
  return `${tokenCommand(place, scopes)} | ${command} ${shellWords(words)}`;
}

/** The request as a command of curl, with a token that the server signs for it. */
export function asCurl(entry: JournalItem, place: SentPlace): string {
  const account = sentAccount(entry);
  const method = entry.method === "GET" ? [] : ["-X", entry.method];
  const body = bodyWords(entry, "--data-raw");
  return [
    shellWords(["curl", "-i", ...trust(place, "--cacert"), ...method, `${place.url}${sentTo(entry)}`]),
    `-H "authorization: Bearer $(${tokenCommand(place, scopesOf(entry, place.operation))})"`,
    ...(account === undefined ? [] : [`-H ${shellWord(safeText(`${accountHeader}: ${account}`))}`]),
    ...(body.length === 0 ? [] : ["-H 'content-type: application/json'", shellWords(body)]),
  ].join(" \\\n  ");
}

/** Those that the token had, or what the operation asks for. */
function scopesOf({ scopes }: JournalItem, operation: KnownOperation | undefined): readonly string[] {
  const known = (scopes ?? []).filter((scope) => scope !== mask);
  return known.length > 0 ? known : [operation?.scope ?? "*.read"];
}

/** The command that has the server sign a token. */
function tokenCommand(place: Place, scopes: readonly string[]): string {
  const { command = "payctl", root, world } = place;
  const words = [
    ...["serve", "token", "--url", root],
    ...trust(place, "--ca-file"),
    ...(world === undefined ? [] : ["--world", world]),
    ...scopes.flatMap((each) => ["--scope", each]),
    // The token alone, whichever format a variable asks for.
    ...["-o", "table"],
  ];
  return `${command} ${shellWords(words)}`;
}

function trust({ caFile }: Place, option: string): readonly string[] {
  return caFile === undefined ? [] : [option, safeText(caFile)];
}

function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}

function sentTo({ path, query }: JournalItem): string {
  const parameters = new URLSearchParams(query);
  // Unusual characters in a path are already percent-encoded.
  return safeText(parameters.size === 0 ? path : `${path}?${parameters}`);
}

/** Escaped, so that pasting it types no control character. */
function bodyWords({ body }: JournalItem, option: string): readonly string[] {
  return body === null ? [] : [option, safeJson(JSON.stringify(body))];
}

/** A rule as written on a command line. */
export function writeFault(rule: FaultRule): string {
  const {
    after,
    latency_ms: latency,
    method,
    operation,
    path,
    retry_after: retry,
    skip,
    status,
    times,
  } = rule;
  const parts = [
    operation ?? `${method} ${path}`,
    status,
    times === undefined ? undefined : `x${times}`,
    skip === undefined ? undefined : `skip=${skip}`,
    latency === undefined ? undefined : `latency=${latency}`,
    retry === undefined ? undefined : `retry-after=${retry}`,
    after ? "after" : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(" ");
}
