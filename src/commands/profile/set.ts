import { getProfile, type Profile, putProfile } from "../../credentials/profiles.ts";
import { ConfigurationError, UsageError } from "../../errors.ts";
import { argument } from "../../terminal/arguments.ts";
import { command } from "../command.ts";
import { applyChange, confirmProtected } from "../write.ts";
import { changesBetween, checkKey, refuseTokenFile, setFlags, withSettings } from "./profile-settings.ts";

export const profileSet = command({
  about: [
    "Changes what the options name, and nothing else. --no-... in front of a name, or an empty value, takes a setting away; a key replaces whichever key there was.",
    "On a protected profile, another address, key or certificate, a wider ceiling, and taking away its protection or --read-only ask first, or need --yes --confirm NAME.",
  ].join(" "),
  result: null,
  arguments: { name: argument("name of a profile", { completes: "profile" }) },
  flags: setFlags(),
  examples: [
    {
      command: "payctl profile set local --tz Europe/Berlin --no-merchant-account",
      about: "another time zone, and the merchant account that the service takes by default",
    },
    { command: "payctl profile set local --read-only --dry-run", about: "see what would change" },
  ],
  run: async (context, { arguments: { name }, flags }) => {
    refuseTokenFile(context.globals.tokenFile, "--key-file PATH");
    if (Object.values(flags).every((value) => value === undefined)) {
      throw new UsageError("nothing was given to change", {
        hint: { text: "for every option", command: "payctl profile set --help" },
      });
    }
    const profiles = await context.profiles();
    const before = getProfile(await profiles.contents(), name);
    const after = withSettings(before, flags);
    if (after.keyFile !== before.keyFile) await checkKey(context, after);
    const what = changedText(before, after);
    if (what === "") return context.output.note(`nothing to change: profile ${name} is already so`);
    const loosened = loosenedText(before, after);
    if (loosened !== "") {
      await confirmProtected(context, name, `Profile ${name} is protected. Change ${loosened}?`);
    }
    await applyChange(context, `change profile ${name}: ${what}`, async () => {
      await profiles.change((contents) => {
        const latest = getProfile(contents, name);
        const next = withSettings(latest, flags);
        if (!["", loosened].includes(loosenedText(latest, next))) throw changedMeanwhile(name);
        return putProfile(contents, name, next);
      });
      await context.output.note(`changed profile ${name}: ${what}`);
      if (before.key === undefined || after.key === before.key) return;
      await context.output.note(`its previous key is kept: ${(await context.keyFiles()).pathOf(before.key)}`);
    });
  },
});

function changedText(before: Profile, after: Profile): string {
  return changesBetween(before, after)
    .map(({ text }) => text)
    .join("; ");
}

/** What a person has to agree to; empty for a profile that is not protected. */
function loosenedText(before: Profile, after: Profile): string {
  const changes = before.protected ? changesBetween(before, after) : [];
  return changes.flatMap(({ text, loosens }) => (loosens ? [text] : [])).join("; ");
}

/** Somebody else changed the profile after the question, which would now be another one. */
function changedMeanwhile(name: string): ConfigurationError {
  return new ConfigurationError(`profile ${name} was changed meanwhile`, {
    hint: { text: "look at it, then run the same command again", command: `payctl profile show ${name}` },
  });
}
