import { negatableFlag, switchFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";

export const initFlags = {
  generateKey: switchFlag("make a new key pair and store it"),
  passphrase: switchFlag("ask for a passphrase that encrypts the new key"),
  protected: negatableFlag("ask before every write"),
  register: negatableFlag("make the key known to payctl serve, where that is the service"),
  use: negatableFlag("make it the current profile; the first one is in any case"),
} as const;

export const init = command({
  words: ["init"],
  summary: "Set up payctl: a profile and its key, step by step",
  about:
    "Asks for what the flags leave open: --profile, --base-url, --merchant-account, a new key or --key-file, --register, --protected, --use. " +
    "Where nobody is there to ask, and with --no-input, --profile, --base-url and one of --key-file and --generate-key must be given.\n\n" +
    "Nothing is written before everything is known. The public key goes to standard output, to be registered with the service; " +
    "what to do next, and after questions the same command without them, to standard error. A profile of that name is " +
    "replaced only when a person, or --yes, agrees; its key stays where it is.",
  shape: "{thumbprint, profile, path, public_key, jwk}",
  arguments: {},
  flags: initFlags,
  examples: [
    {
      command: "payctl init -p sandbox --base-url http://localhost:4010 --generate-key --no-input",
      about: "a service on this machine, and a new key for it",
    },
    {
      command:
        "payctl init -p live --base-url https://api.example.com -m shop-berlin --generate-key --protected --use",
      about: "a live service, safe from slips; what is left open is asked",
    },
  ],
  run: async (context, { flags }) => (await import("./set-up.ts")).setUp(context, flags),
});
