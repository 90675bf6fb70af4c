import type { KeyObject } from "node:crypto";
import type { Context } from "../../context.ts";
import { getPassphrase, newPassphrase } from "../../passphrase.ts";
import { argument } from "../../terminal/arguments.ts";
import { switchFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { readInputFile } from "../read-input-file.ts";
import { applyChange } from "../write.ts";
import { keepKey } from "./keep-key.ts";
import { keyResult } from "./show.ts";

export const keysImport = command({
  about:
    "Reads P-521 keys as PKCS#8, SEC1, JWK or base64 of them. An encrypted key keeps its passphrase; any other key is encrypted only with --passphrase or if PAYCTL_KEY_PASSPHRASE is set.",
  result: keyResult,
  arguments: { file: argument("file with the private key; - for standard input", { completes: "file" }) },
  flags: { passphrase: switchFlag("ask for a passphrase that encrypts the stored key") },
  examples: [
    { command: "payctl keys import key.pem -p local", about: "use this key with the profile local" },
    { command: "payctl keys import - -p local", about: "the same from standard input" },
  ],
  run: async (context, { arguments: { file }, flags }) => {
    // What opened the key if it was encrypted.
    let given: string | undefined;
    const passphrase = async (): Promise<string> => {
      given = await getPassphrase(context);
      return given;
    };
    const key =
      file === "-"
        ? await readStdin(context, passphrase)
        : await (await context.keyFiles()).read(file, passphrase);
    await applyChange(context, "store the key", async () => {
      await keepKey(context, key, (await newPassphrase(context, flags)) ?? given);
    });
  },
});

async function readStdin(context: Context, passphrase: () => Promise<string>): Promise<KeyObject> {
  const { parsePrivateKey } = await import("../../credentials/private-key.ts");
  return parsePrivateKey({ text: await readInputFile(context, "-"), source: "standard input", passphrase });
}
