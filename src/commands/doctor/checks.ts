import { dirname, join } from "node:path";
import { inspectToken } from "../../client/inspect-token.ts";
import { operationScopes } from "../../contract/scopes.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import type { SigningKey } from "../../credentials/load-credential.ts";
import {
  type Credential,
  describeLocation,
  isExternal,
  type Setting,
  type Settings,
  sourceText,
} from "../../credentials/settings.ts";
import type { ApiError } from "../../errors.ts";
import { isOpenToOthers, modeText } from "../../files/private.ts";
import { readField } from "../../terminal/fields.ts";
import { runtime } from "../../values/runtime.ts";
import { version } from "../../version.ts";
import { showsPersonalData, type TriedScope } from "../auth/probe-scope.ts";
import {
  type Check,
  type Examination,
  type Finding,
  failed,
  NotTriedError,
  ok,
  skipped,
  warning,
} from "./check.ts";

export const program: Check = {
  name: "program",
  run: async ({ context }) => ok(`payctl ${version} on ${runtime}, ${context.host.platform}-${process.arch}`),
};

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

/** Anything that others than the owner may read or write. */
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
  const { profile: chosen, protection, merchantAccount, ceilings, credential, notes } = settings;
  return [
    chosen === undefined ? "no profile" : `profile ${chosen.value} (${sourceText(chosen.source)})`,
    ...(protection === undefined ? [] : [`protected (${sourceText(protection.source)})`]),
    merchantAccount === undefined
      ? "no merchant account"
      : `merchant account ${merchantAccount.value} (${sourceText(merchantAccount.source)})`,
    credential === undefined
      ? "no key"
      : `${kindOf(credential.value.kind)} (${sourceText(credential.source)})`,
    ...ceilings.map(({ source, value }) => `signs only ${value.join(", ")} (${sourceText(source)})`),
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
    const source = setting === undefined ? "the command line" : sourceText(setting.source);
    if (loaded.kind === "token") return judgeToken(loaded.token, source, context.host.now());
    const name = `thumbprint ${await thumbprint(loaded.key)}`;
    if (setting !== undefined && isExternal(setting.value)) {
      return ok(`${await describeTried(loaded, examination)}: ${describeLocation(setting)}; ${name}`);
    }
    const place = setting === undefined ? source : await describeSource(setting, examination);
    return ok(`a P-521 key in ${place}; ${name}`);
  },
};

/** Makes the external signer sign something that is not a token. */
async function describeTried({ sign }: SigningKey, { context }: Examination): Promise<string> {
  if (sign === undefined) return "a P-521 key that is fetched when it is needed";
  await sign(Buffer.from(`payctl doctor ${context.host.randomUuid()}`));
  return "a P-521 key elsewhere, which signs";
}

/** A file with its mode, unless on Windows, which has none. */
async function describeSource(
  setting: Setting<Credential>,
  { context, probes }: Examination,
): Promise<string> {
  const place = describeLocation(setting);
  if (setting.value.kind !== "key-file" || context.host.platform === "win32") return place;
  const mode = await probes.mode(setting.value.path);
  return mode === undefined ? place : `${place} (mode ${modeText(mode)})`;
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
    return ok(`${value} (${sourceText(source)})${plain}`);
  },
};

export const token: Check = {
  name: "token",
  async run({ accepted, credential }) {
    await accepted();
    const { kind } = await credential();
    return ok(
      kind === "token" ? "the service accepts the token" : "the service accepts tokens signed with this key",
    );
  },
};

/** What the service has under the thumbprint of the key in use. */
export const keyPair: Check = {
  name: "key-pair",
  async run(examination) {
    await examination.accepted();
    if ((await examination.probe("api-key-pairs.read")).kind === "refused") {
      return skipped("not tried: api-key-pairs.read is refused");
    }
    const found = await examination.keyPair();
    if (found === undefined) {
      return warning(
        "the service does not list the key pair that signs these calls",
        "ask the administrator of the service, and compare the thumbprint: payctl keys show",
      );
    }
    const { active, display_name: name, id } = found;
    if (active !== false) return ok(`the service has this public key as ${name} (${id})`);
    return failed(`the key pair ${name} (${id}) is not active`, "have it activated, or use another key");
  },
};

/** Whether a read with the scope is answered. */
export function scope(name: TriedScope): Check {
  return {
    name,
    async run(examination) {
      await examination.accepted();
      const probed = await examination.probe(name);
      return probed.kind === "accepted" ? ok("accepted") : judgeRefusal(probed.error, examination);
    },
  };
}

/** A missing scope may be intended; a missing merchant account never is. */
async function judgeRefusal(error: ApiError, { settings }: Examination): Promise<Finding> {
  const account = (await settings()).merchantAccount;
  if (error.status === 403) {
    const further = account === undefined ? "" : `, or the merchant account ${account.value}`;
    return warning(
      `refused: ${error.message}`,
      `to grant it, give the key pair a role with this scope${further}`,
    );
  }
  // The scope is checked before anything is looked for.
  if (error.status === 404 && account === undefined) return ok("accepted");
  if (error.status !== 404) return failed(`refused: ${error.message}`, error.hint);
  return failed(
    `accepted, but this key can't see the merchant account ${account?.value} (${account && sourceText(account.source)})`,
    "choose another: -m ID",
  );
}

/** No call is refused for lack of this scope: the test is whether personal data is shown. */
export const personalData: Check = {
  name: "buyers.billing-details.read",
  async run(examination) {
    await examination.accepted();
    if ((await examination.probe("buyers.read")).kind === "refused") {
      return skipped("not tried: buyers.read is refused");
    }
    const probed = await examination.probe("buyers.billing-details.read");
    if (probed.kind === "refused") return judgeRefusal(probed.error, examination);
    const buyers = readField(probed.value, "items");
    if (!Array.isArray(buyers) || buyers.length === 0) {
      return skipped("not tried: there is no buyer to look at");
    }
    if (buyers.some(showsPersonalData)) return ok("accepted: personal data of buyers is shown");
    return warning(
      "the buyers that were checked show no personal data: either the scope is missing, or none of them has any",
      "to let the key see it, give its key pair a role with this scope",
    );
  },
};

/** Reading gift card balances takes cards, and any write would change something. */
export function otherScopes(tried: readonly string[]): Check {
  const left = operationScopes.filter((scope) => !tried.includes(scope));
  return {
    name: "other-scopes",
    run: async () => skipped(`not tried, because there is no harmless call: ${left.join(", ")}`),
  };
}

/** What a careful user asks before installing, and nothing could look up. */
export const telemetry: Check = {
  name: "telemetry",
  run: async () => ok("none, and no update check: payctl talks only to the service that you name"),
};
