import { addProfile, profileKey } from "../../credentials/profiles.ts";
import { argument } from "../../terminal/arguments.ts";
import { command } from "../command.ts";
import { applyChange } from "../write.ts";
import { addFlags, checkKey, refuseTokenFile, withSettings } from "./profile-settings.ts";

export const profileAdd = command({
  about: [
    "Takes one key at most: --key-file, --key-command, or --signer-command with --public-key.",
    "A command is split into words, with quotes honoured and nothing expanded, and runs without a shell, in the configuration folder.",
    "The first profile becomes the current one. A protected profile asks before every write. One with --scopes never signs more than these, whatever else is given; --read-only is short for all scopes that read.",
  ].join(" "),
  arguments: { name: argument("name of the new profile: letters, digits, dots, underscores, hyphens") },
  flags: addFlags(),
  examples: [
    {
      command: "payctl profile add local --base-url http://localhost:4010",
      about: "a service on this machine",
    },
    {
      command: "payctl profile add live --base-url https://api.example.com -m shop-berlin --protected",
      about: "one merchant account of a live service, protected from mistakes",
    },
    {
      command:
        "payctl profile add support --base-url https://api.example.com --scopes audit-logs.read,buyers.read --key-command 'op read op://payments/payctl/key'",
      about:
        "a profile that can only look at audit logs and buyers, with a key that stays in a password manager",
    },
  ],
  run: async (context, { arguments: { name }, flags }) => {
    refuseTokenFile(context.globals.tokenFile, "--key-file PATH");
    const profile = withSettings(undefined, flags);
    await checkKey(context, profile);
    const profiles = await context.profiles();
    await applyChange(context, `add profile ${name} to ${profiles.path}`, async () => {
      await profiles.change((contents) => addProfile(contents, name, profile));
      const isCurrent = (await profiles.contents()).current === name;
      await context.output.note(`added profile ${name}${isCurrent ? ", the current one" : ""}`);
      if (profileKey(profile) === undefined) {
        await context.output.note({ text: "make its key", command: `payctl keys generate -p ${name}` });
      }
    });
  },
});
