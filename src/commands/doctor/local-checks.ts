import { dirname, join } from "node:path";
import { inspectToken } from "../../client/inspect-token.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import { describeLocation, isExternal, sourceText } from "../../credentials/settings.ts";
import { isOpenToOthers, modeText } from "../../files/private.ts";
import { isLoopback } from "../../values/loopback.ts";
import { runtime } from "../../values/runtime.ts";
import { version } from "../../version.ts";
import { due, type Finding, failed, NotTriedError, ok, remaining, type Subject, warning } from "./subject.ts";

export async function checkProgram({ host }: Subject): Promise<Finding> {
  return ok(`payctl ${version} on ${runtime}, ${host.platform}-${process.arch}`);
}

export async function checkConfiguration({ host, probes, store }: Subject): Promise<Finding> {
  const directory = dirname(store.path);
  if ((await probes.mode(directory)) === undefined) return ok(`nothing is stored in ${directory} yet`);
  await store.contents();
  if (host.platform === "win32") return ok(`${directory} can be read`);
  const keys = join(directory, "keys");
  const keyFiles = (await probes.filesIn(keys)).map((name) => join(keys, name));
  const paths = [directory, keys, join(directory, "config.json"), ...keyFiles];
  const found = await Promise.all(
    paths.map(async (path) => ({ path, mode: (await probes.mode(path)) ?? 0 })),
  );
  const open = found.filter(({ mode }) => isOpenToOthers(mode));
  if (open.length === 0) return ok(`${directory} is accessible only to its owner`);
  const shown = open.map(({ mode, path }) => `${path} (mode ${modeText(mode)})`);
  const message = `accessible to others: ${shown.join(", ")}`;
  const command = open.map(({ path }) => `chmod go= '${path}'`).join(" && ");
  const hint = { text: "make it yours alone", command };
  // Anyone who can write here can replace our key or address.
  return open.some(({ mode }) => (mode & 0o022) !== 0) ? failed(message, hint) : warning(message, hint);
}

/** What was chosen, and by what. */
export async function checkProfile({ settings }: Subject): Promise<Finding> {
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

export async function checkSigningKey(subject: Subject): Promise<Finding> {
  const { globals, host, credential, settings, probes } = subject;
  const setting = (await settings()).credential;
  const isElsewhere = setting !== undefined && isExternal(setting.value);
  if (globals.dryRun && isElsewhere) throw new NotTriedError("--dry-run runs nothing");
  const loaded = await credential();
  // Without a setting there is no credential.
  const where = setting === undefined ? "" : describeLocation(setting);
  if (loaded.kind === "token") return judgeToken(loaded.token, where, host.now());
  const name = `thumbprint ${await thumbprint(loaded.key)}`;
  if (!isElsewhere) {
    const isFile = setting?.value.kind === "key-file" && host.platform !== "win32";
    const mode = isFile ? ` (mode ${modeText((await probes.mode(where)) ?? 0)})` : "";
    return ok(`a P-521 key in ${where}${mode}; ${name}`);
  }
  // Something that is not a token.
  await loaded.sign?.(Buffer.from(`payctl doctor ${host.randomUuid()}`));
  const what = loaded.sign === undefined ? "that is fetched when it is needed" : "elsewhere, which signs";
  return ok(`a P-521 key ${what}: ${where}; ${name}`);
}

function judgeToken(token: string, where: string, now: number): Finding {
  const { claims, problems } = inspectToken(token, now);
  if (problems.length > 0) {
    return failed(`${where} contains a token that the service would refuse: ${problems.join("; ")}`, {
      text: "make another",
      command: "payctl auth token --scope SCOPE",
    });
  }
  const { exp } = claims;
  const until = typeof exp === "number" ? `, valid until ${new Date(exp * 1000).toISOString()}` : "";
  return ok(`${where} contains a ready-made token${until}`);
}

export async function checkClientCertificate({
  clientCertificate,
  host,
  settings,
}: Subject): Promise<Finding> {
  const files = (await settings()).clientCertificate;
  const shown = await clientCertificate();
  if (shown === undefined || files === undefined) return ok("none");
  const { days, text } = remaining(shown.expires, host.now());
  const from = `${files.value.cert} (${sourceText(files.source)})`;
  const message = `${shown.subject}, issued by ${shown.issuer}, valid until ${text}; from ${from}`;
  return days < due.client ? warning(message, "have it renewed soon") : ok(message);
}

export async function checkBaseUrl({ baseUrl }: Subject): Promise<Finding> {
  const { value, source } = await baseUrl();
  const plain = value.startsWith("http:") ? ", plain http on this machine only" : "";
  return ok(`${value} (${sourceText(source)})${plain}`);
}

export async function checkProxy({ host: { env }, proxy, url }: Subject): Promise<Finding> {
  const found = await proxy();
  // Only the origin: what precedes the host may be a password.
  if (found !== undefined) return ok(`requests go through ${found.origin}`);
  const { hostname, protocol } = await url();
  if (isLoopback(hostname)) return ok("none: requests to this machine never go through one");
  if (!(env["all_proxy"] || env["ALL_PROXY"])) return ok("none: requests go straight to the service");
  const variable = protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  return warning(
    "none: ALL_PROXY is set, but payctl does not use it",
    `if the service is behind it, put it into ${variable}`,
  );
}
