import { negatableFlag, switchFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { keyResult } from "../keys/show.ts";

export const init = command({
  about:
    "Asks for what the flags leave open: --profile, --base-url, --merchant-account, a new key or --key-file, --register, --tz, --protected, --use. " +
    "Without a terminal, or with --no-input, --profile, --base-url and one of --key-file and --generate-key are required. --read-only and --scopes are stored too.\n\n" +
    "Nothing is written until every answer is known. The public key goes to standard output, to be registered with the service; " +
    "the next steps and, after questions, the same command without them go to standard error. An existing profile is " +
    "replaced only after confirmation or with --yes, and a protected one with --confirm as well; its key stays where it is.",
  result: keyResult,
  arguments: {},
  flags: {
    generateKey: switchFlag("make a new key pair and store it"),
    passphrase: switchFlag("ask for a passphrase that encrypts the new key"),
    protected: negatableFlag("ask before every write"),
    register: negatableFlag("register the key with payctl serve, if that is the service"),
    use: negatableFlag("make it the current profile; the first one always is"),
  },
  examples: [
    {
      command: "payctl init -p sandbox --base-url http://localhost:4010 --generate-key --no-input",
      about: "a service on this machine, and a new key for it",
    },
    {
      command:
        "payctl init -p live --base-url https://api.example.com -m shop-berlin --generate-key --protected --use",
      about: "a live service, protected from mistakes; asks for the rest",
    },
  ],
  run: async (context, { flags }) => (await import("./set-up.ts")).setUp(context, flags),
});
