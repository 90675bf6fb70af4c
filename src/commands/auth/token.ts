import { operationScopes } from "../../contract/scopes.ts";
import { ConfigurationError, UsageError } from "../../errors.ts";
import { durationFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { scopeFlag } from "../scope-flag.ts";

export const authToken = command({
  about: `Anyone who has the token can act within its scopes until it expires. Scopes: ${operationScopes.join(", ")}, *.read, *.write, embed.`,
  arguments: {},
  flags: {
    scope: scopeFlag("a scope; can be repeated"),
    ttl: durationFlag("how long the token is valid (5m)"),
  },
  examples: [
    {
      command: "payctl auth token --scope buyers.read",
      about: "a token that lists buyers, for five minutes",
    },
    {
      command: "payctl auth token --scope '*.read' --ttl 1h",
      about: "a token that reads everything, for an hour",
    },
  ],
  run: async (context, { flags: { scope: scopes, ttl } }) => {
    if (scopes === undefined) {
      throw new UsageError("no scope was given", { hint: "payctl auth token --scope buyers.read" });
    }
    const { makeToken } = await import("../../connect-api.ts");
    const { defaultLifetime } = await import("../../client/token.ts");
    const { longestLifetime } = await import("../../client/inspect-token.ts");
    const lifetime = ttl ?? defaultLifetime;
    if (lifetime < 1_000 || lifetime > longestLifetime) throw new UsageError("--ttl must be from 1s to 24h");
    const credential = await context.credential();
    const settings = await context.settings();
    if (credential.kind === "token") throw noKey(settings.credential?.source);
    const wish = { scopes: [...new Set(scopes)], ttl: lifetime };
    await context.output.text(await makeToken(context, settings, credential, wish));
    return undefined;
  },
});

function noKey(source: string | undefined): ConfigurationError {
  return new ConfigurationError(`${source} is a ready-made token; signing another one needs a key`, {
    hint: "use a key: --key-file PATH, or a profile that has one: -p NAME",
  });
}
