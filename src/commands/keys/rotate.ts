import { durationFlag, switchFlag } from "../../terminal/flags.ts";
import { pauseBounds } from "../../values/duration.ts";
import { command } from "../command.ts";
import { keyResult } from "./show.ts";

export const keysRotate = command({
  effect: "write",
  about: [
    "Makes a key pair, stores it and marks it in the profile as the next one. With payctl serve it registers the public key, with the roles of the old pair;",
    "for any other service it shows what to register. Then it waits until the service accepts the new key, and switches the profile to it.",
    "Interrupted, or past --deadline, the same command continues where it stopped; --abort forgets the next key instead. A key that payctl does not store is replaced where it is, or by payctl profile set.",
  ].join(" "),
  result: keyResult,
  arguments: {},
  flags: {
    deleteOld: switchFlag("delete the old key pair at the service once the new one works"),
    abort: switchFlag("forget a next key that the profile does not use yet"),
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
    { command: "payctl keys rotate -p local --dry-run", about: "see what would change" },
  ],
  exitCodes: { 7: "the service has not accepted the new key by --deadline" },
  run: async (context, { flags }) => (await import("./rotate-key.ts")).rotateKey(context, flags),
});
