import { durationFlag, switchFlag, textFlag } from "../../terminal/flags.ts";
import { pauseBounds } from "../../values/duration.ts";
import { command } from "../command.ts";

export const keysRotate = command({
  effect: "write",
  about: [
    "Makes a key pair, stores it and marks it in the profile as the next one; or marks a key that is elsewhere, if --next-key-command or --next-signer-command with --next-public-key names it. With payctl serve it registers the public key, with the roles of the old pair;",
    "for any other service it shows what to register. Then it waits until the service accepts the new key, and switches the profile to it.",
    "Interrupted, or past --deadline, the same command continues where it stopped; --abort forgets the next key instead.",
  ].join(" "),
  shape: "{thumbprint, profile, path?, place, public_key, jwk:object}",
  arguments: {},
  flags: {
    deleteOld: switchFlag("delete the old key pair at the service once the new one works"),
    abort: switchFlag("forget a next key that the profile does not use yet"),
    nextKeyCommand: textFlag("the next key is what this command prints", { placeholder: "COMMAND" }),
    nextSignerCommand: textFlag("this command signs with the next key; needs --next-public-key", {
      placeholder: "COMMAND",
    }),
    nextPublicKey: textFlag("public key of --next-signer-command", {
      placeholder: "PATH",
      completes: "file",
    }),
    interval: durationFlag(
      "time between checks of whether the service accepts the new key",
      { usual: "5s" },
      pauseBounds,
    ),
    passphrase: switchFlag("ask for a passphrase that encrypts the new key"),
  },
  examples: [
    {
      command: "payctl keys rotate -p local",
      about: "a new key for the profile local; the old one keeps working",
    },
    {
      command: "payctl keys rotate -p local --delete-old --yes",
      about: "the same, and delete the old key pair at the service",
    },
    {
      command: "payctl keys rotate -p local --next-key-command 'op read op://pay/next' --dry-run",
      about: "see what would change, with a next key that a password manager holds",
    },
  ],
  exitCodes: { 7: "the service has not accepted the new key by --deadline" },
  run: async (context, { flags }) => (await import("./rotate-key.ts")).rotateKey(context, flags),
});
