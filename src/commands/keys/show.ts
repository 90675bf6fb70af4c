import type { KeyObject } from "node:crypto";
import type { Context } from "../../context.ts";
import type { PublicParts } from "../../credentials/private-key.ts";
import { ConfigurationError } from "../../errors.ts";
import { command } from "../command.ts";
import { object, record, shapeOf, string, stringOrNull } from "../result.ts";

const own = {
  thumbprint: string("THUMBPRINT"),
  profile: stringOrNull("PROFILE"),
  path: stringOrNull("PATH", { shrinks: true }),
};
const publicFields = { public_key: string(), jwk: object() };
const anyKey = record({ ...own, location: string(), source: string(), ...publicFields });

/** A key pair of a profile, in a file. */
export const keyResult = record({ ...own, ...publicFields });

/** How any key pair is shown. */
export const keyShape = shapeOf(anyKey);

export const keysShow = command({
  result: anyKey,
  arguments: {},
  flags: {},
  examples: [
    { command: "payctl keys show", about: "what to register with the service" },
    { command: "payctl keys show -o json --fields jwk", about: "the public key as JWK" },
  ],
  run: async (context) => {
    // A wrong --fields is refused before a passphrase is asked for.
    await context.output.results(keyShape);
    const credential = await context.credential();
    const { credential: setting, profile } = await context.settings();
    if (credential.kind === "token" || setting === undefined) {
      throw new ConfigurationError("a ready-made token is in use, so there is no key to show", {
        hint: { text: "to see what it contains", command: "payctl auth inspect" },
      });
    }
    const { describeLocation, sourceText } = await import("../../credentials/settings.ts");
    await showKey(context, {
      key: credential.key,
      profile: profile?.value ?? null,
      path: setting.value.kind === "key-file" ? setting.value.path : null,
      location: describeLocation(setting),
      source: sourceText(setting.source),
    });
  },
});

/** A key pair, and where it was found or stored. */
export interface ShownKey {
  readonly key: KeyObject;
  readonly profile: string | null;
  /** Null for a key that is not in a file. */
  readonly path: string | null;
  /** Where it is, in words for people. */
  readonly location?: string;
  /** Where it was configured, in words for people. */
  readonly source?: string;
}

/** Shows the public parts of a key pair: as text to people, as a record to scripts. */
export async function showKey(context: Context, shown: ShownKey): Promise<void> {
  const { publicParts } = await import("../../credentials/private-key.ts");
  const parts = await publicParts(shown.key);
  const { fields, query } = context.globals;
  if (context.output.format === "table" && fields === undefined && query === undefined) {
    return context.output.text(keyText(parts, shown));
  }
  const results = await context.output.results(keyShape);
  const { thumbprint, pem, jwk } = parts;
  const { profile, path, location, source } = shown;
  const origin = { ...(location && { location }), ...(source && { source }) };
  await results.record({ thumbprint, profile, path, ...origin, public_key: pem, jwk });
}

function keyText({ thumbprint, pem }: PublicParts, { profile, path, location, source }: ShownKey): string {
  const lines = [`thumbprint  ${thumbprint}`];
  if (profile !== null) lines.push(`profile     ${profile}`);
  if (path !== null) lines.push(`path        ${path}`);
  else if (location !== undefined && location !== source) lines.push(`location    ${location}`);
  if (source !== undefined) lines.push(`source      ${source}`);
  return `${lines.join("\n")}\n\n${pem}`;
}
