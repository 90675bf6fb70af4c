import { mask } from "../../values/mask.ts";
import { safeJson, safeText } from "../../values/safe-text.ts";
import { shellWord } from "../../values/text.ts";
import type { JournalItem } from "./control-client.ts";
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
  /** What the operation asks for, if the token's scopes are not known. */
  readonly scope: string | undefined;
}

/** The request as a command of payctl that sends it again; what the journal masks is masked in it. */
export function asPayctl(entry: JournalItem, { command = "payctl", url }: Place): string {
  const account = sentAccount(entry);
  const words = [
    ...command.split(" "),
    ...["-p", "local"],
    ...["--base-url", url],
    ...(account === undefined ? [] : ["-m", safeText(account)]),
    ...["api", entry.method, sentTo(entry)],
    ...bodyWords(entry, "--data"),
  ];
  return words.map(shellWord).join(" ");
}

/** The request as a command of curl, with a token that the server signs for it. */
export function asCurl(entry: JournalItem, place: Place): string {
  const { caFile, command = "payctl", root, scope, url, world } = place;
  const scopes = (entry.scopes ?? []).filter((known) => known !== mask);
  const wanted = scopes.length > 0 ? scopes : [scope ?? "*.read"];
  const token = [
    ...[...command.split(" "), "serve", "token", "--url", root],
    ...(world === undefined ? [] : ["--world", world]),
    ...wanted.flatMap((each) => ["--scope", each]),
  ];
  const account = sentAccount(entry);
  const trust = caFile === undefined ? [] : ["--cacert", safeText(caFile)];
  const method = entry.method === "GET" ? [] : ["-X", entry.method];
  const body = bodyWords(entry, "--data-raw");
  return [
    ["curl", "-i", ...trust, ...method, `${url}${sentTo(entry)}`].map(shellWord).join(" "),
    `-H "authorization: Bearer $(${token.map(shellWord).join(" ")})"`,
    ...(account === undefined ? [] : [`-H ${shellWord(safeText(`${accountHeader}: ${account}`))}`]),
    ...(body.length === 0 ? [] : ["-H 'content-type: application/json'", body.map(shellWord).join(" ")]),
  ].join(" \\\n  ");
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

/** Whether something that was sent can't be in a copy. */
export function isMasked({ body, body_bytes: bytes, headers, path, query }: JournalItem): boolean {
  const shown = JSON.stringify([body, query, headers[accountHeader]]);
  return shown.includes(mask) || path.split("/").includes("*") || (body === null && bytes > 0);
}
