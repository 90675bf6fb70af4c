import { ConfigurationError } from "../../errors.ts";
import { command } from "../command.ts";
import { keyShape, showKey } from "./show-key.ts";

export const keysShow = command({
  shape: "{thumbprint, profile, path, place, source, public_key, jwk}",
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
        hint: "to see what it contains: payctl auth inspect",
      });
    }
    const { describePlace } = await import("../../credentials/settings.ts");
    await showKey(context, {
      key: credential.key,
      profile: profile?.value ?? null,
      path: setting.value.kind === "key-file" ? setting.value.path : null,
      place: describePlace(setting),
      source: setting.source,
    });
    return undefined;
  },
});
