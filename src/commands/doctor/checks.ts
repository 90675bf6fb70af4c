import { dirname, join } from "node:path";
import { spanText } from "../../client/failure.ts";
import { inspectToken } from "../../client/inspect-token.ts";
import { findProxy } from "../../client/proxy.ts";
import { allowedSkew } from "../../client/token.ts";
import { operationScopes } from "../../contract/scopes.ts";
import { thumbprint } from "../../contract/thumbprint.ts";

import { inLine } from "../../credentials/client-certificate.ts";
import { describeLocation, isExternal, type Settings, sourceText } from "../../credentials/settings.ts";
import type { Advice, ApiError } from "../../errors.ts";

import { isOpenToOthers, modeText } from "../../files/private.ts";
import { readField } from "../../terminal/fields.ts";
import type { Environment } from "../../values/environment.ts";
import { isLoopback } from "../../values/loopback.ts";
import { runtime } from "../../values/runtime.ts";
import { version } from "../../version.ts";
import { showsPersonalData, type TriedScope } from "../auth/probe-scope.ts";
import { NotTriedError, type Parts } from "./parts.ts";

/** What a check found: a sentence, and what to do about it. */
export interface Finding {
  readonly result: "ok" | "warning" | "failure" | "skipped";
  readonly message: string;
  readonly hint?: Advice | undefined;
}

export interface Check {
  readonly name: string;
  /** Whether there is anything to check; always unless given. */
  applies?(settings: Settings): boolean;
  /** A PayctlError that it throws is a failure, and a NotTriedError is none. */
  run(parts: Parts): Promise<Finding>;
}

/** Every check, in the order that a call needs them: from the local files to the service's answer. */
export const checks: readonly Check[] = [
  { name: "program", run: checkProgram },
  { name: "configuration", run: checkConfiguration },
  { name: "profile", run: checkProfile },
  { name: "key", run: checkKey },
  { name: "ca-file", applies: ({ caFile }) => caFile !== undefined, run: checkCaFile },
  {
    name: "client-certificate",
    applies: ({ clientCertificate }) => clientCertificate !== undefined,
    run: checkClientCertificate,
  },
  { name: "base-url", run: checkBaseUrl },
  { name: "proxy", run: checkProxy },
  { name: "dns", run: checkName },
  { name: "connection", run: checkConnection },
  { name: "clock", run: checkClock },
  { name: "token", run: checkToken },
  { name: "key-pair", run: checkKeyPair },
  scopeCheck("api-key-pairs.read"),
  scopeCheck("audit-logs.read"),
  scopeCheck("buyers.read"),
  { name: "buyers.billing-details.read", run: checkPersonalData },
  scopeCheck("merchant-accounts.read"),
  { name: "other-scopes", run: async () => skipped(untried()) },
  // What a careful user asks before installing, and nothing could look up.
  {
    name: "telemetry",
    run: async () => ok("none, and no update check: payctl talks only to the service that you name"),
  },
];

const ok = (message: string): Finding => ({ result: "ok", message });
const warning = (message: string, hint: Advice): Finding => ({ result: "warning", message, hint });
const skipped = (message: string): Finding => ({ result: "skipped", message });
const failed = (message: string, hint: Advice | undefined): Finding => ({ result: "failure", message, hint });

async function checkProgram({ context }: Parts): Promise<Finding> {
  return ok(`payctl ${version} on ${runtime}, ${context.host.platform}-${process.arch}`);
}

async function checkConfiguration({ context, contents, probes, profiles }: Parts): Promise<Finding> {
  const directory = dirname(profiles.path);
  if ((await probes.mode(directory)) === undefined) return ok(`nothing is stored in ${directory} yet`);
  await contents();
  if (context.host.platform === "win32") return ok(`${directory} can be read`);
  const keys = join(directory, "keys");
  const keyNames = await probes.filesIn(keys);
  const paths = [
    ...[directory, keys].map((path) => ({ path, wanted: "700" })),
    ...[join(directory, "config.json"), ...keyNames.map((name) => join(keys, name))].map((path) => ({
      path,
      wanted: "600",
    })),
  ];
  const found = await Promise.all(
    paths.map(async (one) => ({ ...one, mode: (await probes.mode(one.path)) ?? 0 })),
  );
  const open = found.filter(({ mode }) => isOpenToOthers(mode));
  if (open.length === 0) return ok(`${directory} is accessible only to its owner`);
  const shown = open.map(({ mode, path }) => `${path} (mode ${modeText(mode)})`);
  const message = `accessible to others: ${shown.join(", ")}`;
  const command = open.map(({ path, wanted }) => `chmod ${wanted} '${path}'`).join(" && ");
  const hint = { text: "make it yours alone", command };
  // Anyone who can write here can replace our key or address.
  return open.some(({ mode }) => (mode & 0o022) !== 0) ? failed(message, hint) : warning(message, hint);
}

/** What was chosen, and by what. */
async function checkProfile({ settings }: Parts): Promise<Finding> {
  const { profile, protection, merchantAccount, ceilings, credential, notes } = await settings();
  const kind = credential?.value.kind.startsWith("token") ? "token" : "key";
  const parts = [
    profile === undefined ? "no profile" : `profile ${profile.value} (${sourceText(profile.source)})`,
    protection && `protected (${sourceText(protection.source)})`,
    merchantAccount === undefined
      ? "no merchant account"
      : `merchant account ${merchantAccount.value} (${sourceText(merchantAccount.source)})`,
    credential === undefined ? "no key" : `${kind} (${sourceText(credential.source)})`,
    ...ceilings.map(({ source, value }) => `signs only ${value.join(", ")} (${sourceText(source)})`),
    ...notes,
  ];
  return ok(parts.filter((part) => part !== undefined).join("; "));
}

async function checkKey(parts: Parts): Promise<Finding> {
  const { context, credential, settings } = parts;
  const setting = (await settings()).credential;
  const isElsewhere = setting !== undefined && isExternal(setting.value);
  if (context.globals.dryRun && isElsewhere) throw new NotTriedError("--dry-run runs nothing");
  const loaded = await credential();
  const source = setting === undefined ? "the command line" : sourceText(setting.source);
  if (loaded.kind === "token") return judgeToken(loaded.token, source, context.host.now());
  const name = `thumbprint ${await thumbprint(loaded.key)}`;
  if (!isElsewhere) {
    const mode = setting?.value.kind === "key-file" ? await modeOf(setting.value.path, parts) : "";
    return ok(`a P-521 key in ${setting === undefined ? source : describeLocation(setting)}${mode}; ${name}`);
  }
  // Something that is not a token.
  await loaded.sign?.(Buffer.from(`payctl doctor ${context.host.randomUuid()}`));
  const what = loaded.sign === undefined ? "that is fetched when it is needed" : "elsewhere, which signs";
  return ok(`a P-521 key ${what}: ${describeLocation(setting)}; ${name}`);
}

/** Windows has no modes. */
async function modeOf(path: string, { context, probes }: Parts): Promise<string> {
  const mode = context.host.platform === "win32" ? undefined : await probes.mode(path);
  return mode === undefined ? "" : ` (mode ${modeText(mode)})`;
}

function judgeToken(token: string, source: string, now: number): Finding {
  const { claims, problems } = inspectToken(token, now);
  if (problems.length > 0) {
    return failed(`${source} contains a token that the service would refuse: ${problems.join("; ")}`, {
      text: "make another",
      command: "payctl auth token --scope SCOPE",
    });
  }
  const { exp } = claims;
  const until = typeof exp === "number" ? `, valid until ${new Date(exp * 1000).toISOString()}` : "";
  return ok(`${source} contains a ready-made token${until}`);
}

async function checkCaFile({ context, settings, trusted }: Parts): Promise<Finding> {
  const { caFile } = await settings();
  const { certificates } = await trusted();
  const count = certificates.length === 1 ? "a certificate" : `${certificates.length} certificates`;
  const message = `${caFile?.value} has ${count} to trust besides the usual ones (${caFile && sourceText(caFile.source)})`;
  const expired = certificates.filter(({ validTo }) => Date.parse(validTo) < context.host.now());
  if (expired.length === 0) return ok(message);
  const names = expired.map(({ subject, validTo }) => `${inLine(subject)} (${dateOf(validTo)})`);
  return warning(`${message}; expired: ${names.join("; ")}`, "replace the file with the issuer's newest");
}

/** Days before its end: whoever issues certificates by hand needs this long. */
const dueClient = 30;

async function checkClientCertificate({ context, clientCertificate, settings }: Parts): Promise<Finding> {
  const files = (await settings()).clientCertificate;
  const shown = await clientCertificate();
  if (shown === undefined || files === undefined) return ok("none");
  const { days, text } = remaining(shown.expires, context.host.now());
  const place = `${files.value.cert} (${sourceText(files.source)})`;
  const message = `${shown.subject}, issued by ${shown.issuer}, valid until ${text}; from ${place}`;
  return days < dueClient ? warning(message, "have it renewed soon") : ok(message);
}

/** How long a certificate is valid: whole days, and `2026-12-24 (29 days)`. */
function remaining(expires: number, now: number): { readonly days: number; readonly text: string } {
  const days = Math.floor((expires - now) / 86_400_000);
  return { days, text: `${dateOf(expires)} (${days} ${days === 1 ? "day" : "days"})` };
}

function dateOf(time: number | string): string {
  return new Date(time).toISOString().slice(0, 10);
}

async function checkBaseUrl({ baseUrl }: Parts): Promise<Finding> {
  const { value, source } = await baseUrl();
  const plain = value.startsWith("http:") ? ", plain http on this machine only" : "";
  return ok(`${value} (${sourceText(source)})${plain}`);
}

async function checkProxy({ baseUrl, context, proxy }: Parts): Promise<Finding> {
  const found = await proxy();
  // Only the origin: what precedes the host may be a password.
  if (found !== undefined) return ok(`requests go through ${found.origin}`);
  const url = new URL((await baseUrl()).value);
  if (isLoopback(url.hostname)) return ok("none: requests to this machine never go through one");
  if (!namesOnlyAll(url, context.host.env)) return ok("none: requests go straight to the service");
  const variable = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  return warning(
    "none: ALL_PROXY is set, but payctl does not use it",
    `put the proxy into ${variable}, or bypass it: NO_PROXY=${url.hostname}`,
  );
}

/** Whether ALL_PROXY names a proxy for an address that NO_PROXY does not except. */
function namesOnlyAll(url: URL, env: Environment): boolean {
  if (!(env["all_proxy"] || env["ALL_PROXY"])) return false;
  const standIn = "http://proxy.invalid";
  return findProxy(url, { ...env, https_proxy: standIn, http_proxy: standIn }) !== undefined;
}

async function checkName({ addresses, baseUrl, proxy }: Parts): Promise<Finding> {
  const found = await addresses();
  const { hostname } = (await proxy()) ?? new URL((await baseUrl()).value);
  return ok(
    found.length === 0 ? `${hostname} is already an address` : `${hostname} resolves to ${found.join(", ")}`,
  );
}

/** Days before its end: certificates that renew themselves do so about a month before. */
const dueService = 14;

async function checkConnection({ context, baseUrl, handshake, proxy }: Parts): Promise<Finding> {
  const found = await handshake();
  const through = await proxy();
  const { host } = new URL((await baseUrl()).value);
  const place = through === undefined ? host : `${host} through ${through.host}`;
  if (found === undefined) return ok(`${place} answers; plain http has no certificate`);
  const { days, text } = remaining(found.expires, context.host.now());
  const message = `${place} answers with ${found.protocol}; certificate of ${found.issuer}, valid until ${text}`;
  return days < dueService ? warning(message, "its owner should renew it soon") : ok(message);
}

/** Seconds: a Date has whole ones, and an answer takes its time. */
const indistinct = 2;

/** Seconds: our tokens are valid from 30 s in the past and the service allows as much, so they are refused beyond this. */
const severeSkew = 2 * allowedSkew;

async function checkClock({ skew }: Parts): Promise<Finding> {
  const ahead = await skew();
  if (ahead === undefined) {
    return warning("the service's answers have no Date header to compare this machine's clock with", {
      text: "compare it yourself",
      command: "date -u",
    });
  }
  const by = Math.abs(ahead);
  if (by <= indistinct) return ok("this machine's clock agrees with the service's");
  const side = ahead > 0 ? "ahead of" : "behind";
  const message = `this machine's clock is ${spanText(by)} ${side} the service's`;
  const hint = "correct this machine's clock, or let NTP set it";
  if (by > severeSkew) return failed(message, hint);
  return by > allowedSkew ? warning(message, hint) : ok(message);
}

async function checkToken({ accepted, credential }: Parts): Promise<Finding> {
  await accepted();
  const isToken = (await credential()).kind === "token";
  return ok(`the service accepts ${isToken ? "the token" : "tokens signed with this key"}`);
}

/** What the service has under the thumbprint of the key in use. */
async function checkKeyPair({ accepted, keyPair, probe }: Parts): Promise<Finding> {
  await accepted();
  if ((await probe("api-key-pairs.read")).kind === "refused") {
    return skipped("not tried: api-key-pairs.read is refused");
  }
  const found = await keyPair();
  if (found === undefined) {
    return warning("the service does not list the key pair that signs these calls", {
      text: "ask the administrator of the service, and compare the thumbprint",
      command: "payctl keys show",
    });
  }
  const { active, display_name: name, id } = found;
  if (active !== false) return ok(`the service has this public key as ${name} (${id})`);
  return failed(`the key pair ${name} (${id}) is not active`, "have it activated, or use another key");
}

/** Whether a read with the scope is answered. */
function scopeCheck(name: TriedScope): Check {
  return {
    name,
    async run(parts) {
      await parts.accepted();
      const probed = await parts.probe(name);
      return probed.kind === "accepted" ? ok("accepted") : judgeRefusal(probed.error, parts);
    },
  };
}

/** A missing scope may be intended; a missing merchant account never is. */
async function judgeRefusal(error: ApiError, { settings }: Parts): Promise<Finding> {
  const account = (await settings()).merchantAccount;
  if (error.status === 403) {
    const further = account === undefined ? "" : `, or the merchant account ${account.value}`;
    return warning(
      `refused: ${error.message}`,
      `to grant it, give the key pair a role with this scope${further}`,
    );
  }
  if (error.status !== 404) return failed(`refused: ${error.message}`, error.hint);
  // The scope is checked before anything is looked for.
  if (account === undefined) return ok("accepted");
  return failed(
    `accepted, but this key can't see the merchant account ${account.value} (${sourceText(account.source)})`,
    { text: "choose another", command: "-m ID" },
  );
}

/** No call is refused for lack of this scope: the test is whether personal data is shown. */
async function checkPersonalData(parts: Parts): Promise<Finding> {
  await parts.accepted();
  if ((await parts.probe("buyers.read")).kind === "refused") {
    return skipped("not tried: buyers.read is refused");
  }
  const probed = await parts.probe("buyers.billing-details.read");
  if (probed.kind === "refused") return judgeRefusal(probed.error, parts);
  const buyers = readField(probed.value, "items");
  if (!Array.isArray(buyers) || buyers.length === 0)
    return skipped("not tried: there is no buyer to look at");
  if (buyers.some(showsPersonalData)) return ok("accepted: personal data of buyers is shown");
  return warning(
    "the buyers that were checked show no personal data: either the scope is missing, or none of them has any",
    "to let the key see it, give its key pair a role with this scope",
  );
}

function untried(): string {
  const tried = checks.map(({ name }) => name);
  const left = operationScopes.filter((scope) => !tried.includes(scope)).join(", ");
  return `not tried, because each call changes something or takes cards: ${left}`;
}
