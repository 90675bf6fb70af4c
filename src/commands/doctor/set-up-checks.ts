import { dirname, join } from "node:path";
import { inspectToken } from "../../client/inspect-token.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import type { SigningKey } from "../../credentials/load-credential.ts";
import { describePlace, isExternal, type Settings } from "../../credentials/settings.ts";
import { isOpenToOthers, modeText } from "../../files/private.ts";
import { type Check, type Examination, type Finding, failed, NotTriedError, ok, warning } from "./check.ts";

export const configuration: Check = {
  name: "configuration",
  async run(examination) {
    const { context, probes, contents } = examination;
    const directory = dirname((await context.profiles()).path);
    if ((await probes.mode(directory)) === undefined) return ok(`nothing is stored in ${directory} yet`);
    await contents();
    if (context.host.platform === "win32") return ok(`${directory} can be read`);
    return judge(directory, await openPlaces(examination, directory));
  },
};

interface Place {
  readonly path: string;
  readonly mode: number;
  /** What it should be. */
  readonly wanted: string;
}

/** Whatever anyone but the owner may read or write. */
async function openPlaces({ probes }: Examination, directory: string): Promise<readonly Place[]> {
  const keys = join(directory, "keys");
  const keyNames = await probes.filesIn(keys);
  const files = [join(directory, "config.json"), ...keyNames.map((name) => join(keys, name))];
  const paths = [
    ...[directory, keys].map((path) => ({ path, wanted: "700" })),
    ...files.map((path) => ({ path, wanted: "600" })),
  ];
  const places = await Promise.all(
    paths.map(async (place) => ({ ...place, mode: (await probes.mode(place.path)) ?? 0 })),
  );
  return places.filter(({ mode }) => isOpenToOthers(mode));
}

function judge(directory: string, open: readonly Place[]): Finding {
  if (open.length === 0) return ok(`${directory} is accessible only to its owner`);
  const shown = open.map(({ mode, path }) => `${path} (mode ${modeText(mode)})`);
  const message = `accessible to others: ${shown.join(", ")}`;
  const hint = open.map(({ path, wanted }) => `chmod ${wanted} '${path}'`).join(" && ");
  // Anyone who can write here can replace our key or address.
  return open.some(({ mode }) => (mode & 0o022) !== 0) ? failed(message, hint) : warning(message, hint);
}

export const profile: Check = {
  name: "profile",
  run: async ({ settings }) => ok(describe(await settings())),
};

/** What was chosen, and by what. */
function describe(settings: Settings): string {
  const { profile: chosen, isProtected, merchantAccount, credential, notes, readOnly } = settings;
  const kept = isProtected ? ", protected" : "";
  return [
    chosen === undefined ? "no profile" : `profile ${chosen.value} (${chosen.source})${kept}`,
    merchantAccount === undefined
      ? "no merchant account"
      : `merchant account ${merchantAccount.value} (${merchantAccount.source})`,
    credential === undefined ? "no key" : `${kindOf(credential.value.kind)} (${credential.source})`,
    ...(readOnly === undefined ? [] : [`only reads (${readOnly.source})`]),
    ...notes,
  ].join("; ");
}

function kindOf(kind: string): "key" | "token" {
  return kind.startsWith("token") ? "token" : "key";
}

export const key: Check = {
  name: "key",
  async run(examination) {
    const { context, credential, settings } = examination;
    const setting = (await settings()).credential;
    if (context.globals.dryRun && setting !== undefined && isExternal(setting.value)) {
      throw new NotTriedError("--dry-run runs nothing");
    }
    const loaded = await credential();
    const source = setting?.source ?? "the command line";
    if (loaded.kind === "token") return judgeToken(loaded.token, source, context.host.now());
    const name = `thumbprint ${thumbprint(loaded.key)}`;
    if (setting !== undefined && isExternal(setting.value)) {
      return ok(`${await describeTried(loaded, examination)}: ${describePlace(setting)}; ${name}`);
    }
    const place =
      setting?.value.kind === "key-file" ? await describeFile(setting.value.path, examination) : source;
    return ok(`a P-521 key in ${place}; ${name}`);
  },
};

/** Lets what signs elsewhere sign something that is not a token. */
async function describeTried({ sign }: SigningKey, { context }: Examination): Promise<string> {
  if (sign === undefined) return "a P-521 key that is fetched when it is needed";
  await sign(Buffer.from(`payctl doctor ${context.host.randomUuid()}`));
  return "a P-521 key elsewhere, which signs";
}

/** With its mode, which Windows has none of. */
async function describeFile(path: string, { context, probes }: Examination): Promise<string> {
  const mode = context.host.platform === "win32" ? undefined : await probes.mode(path);
  return mode === undefined ? path : `${path} (mode ${modeText(mode)})`;
}

function judgeToken(token: string, source: string, now: number): Finding {
  const { claims, problems } = inspectToken(token, now);
  if (problems.length > 0) {
    return failed(
      `${source} contains a token that the service would refuse: ${problems.join("; ")}`,
      "make another: payctl auth token --scope SCOPE",
    );
  }
  const { exp } = claims;
  const until = typeof exp === "number" ? `, valid until ${new Date(exp * 1000).toISOString()}` : "";
  return ok(`${source} contains a ready-made token${until}`);
}

export const baseUrl: Check = {
  name: "base-url",
  async run(examination) {
    const { value, source } = await examination.baseUrl();
    const plain = value.startsWith("http:") ? ", plain http on this machine only" : "";
    return ok(`${value} (${source})${plain}`);
  },
};
