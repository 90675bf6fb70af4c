import { newPassphrase } from "../../passphrase.ts";
import { switchFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { applyChange } from "../write.ts";
import { keepKey } from "./keep-key.ts";
import { keyResult } from "./show.ts";

export const keysGenerate = command({
  about:
    "Shows only the public parts. The private key stays in the configuration folder, encrypted with --passphrase or if PAYCTL_KEY_PASSPHRASE is set.",
  result: keyResult,
  arguments: {},
  flags: { passphrase: switchFlag("ask for a passphrase that encrypts the stored key") },
  examples: [
    { command: "payctl keys generate -p local", about: "a key for the profile local" },
    { command: "payctl keys generate -p local -o json --fields thumbprint", about: "only its thumbprint" },
  ],
  run: async (context, { flags }) => {
    await applyChange(context, "make a key pair and store it", async () => {
      const passphrase = await newPassphrase(context, flags);
      const { generatePrivateKey } = await import("../../credentials/private-key.ts");
      await keepKey(context, await generatePrivateKey(), passphrase);
    });
  },
});
