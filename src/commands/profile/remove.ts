import { getProfile, removeProfile } from "../../credentials/profiles.ts";
import { argument } from "../../terminal/arguments.ts";
import { command } from "../command.ts";
import { applyChange, confirmLoss, confirmProtected } from "../write.ts";

export const profileRemove = command({
  about:
    "The key stays where it is. A protected profile also needs --confirm NAME if there is no terminal to ask on.",
  arguments: { name: argument("name of a profile", { completes: "profile" }) },
  flags: {},
  examples: [
    { command: "payctl profile remove local --yes", about: "remove it without confirmation" },
    { command: "payctl profile remove local --dry-run", about: "see what would change" },
  ],
  run: async (context, { arguments: { name } }) => {
    const profiles = await context.profiles();
    const { key, protected: isProtected } = getProfile(await profiles.contents(), name);
    if (isProtected) await confirmProtected(context, name, `Profile ${name} is protected. Remove it?`);
    else await confirmLoss(context, () => `Remove profile ${name}?`);
    await applyChange(context, `remove profile ${name}`, async () => {
      await profiles.change((contents) => removeProfile(contents, name));
      await context.output.note(`removed profile ${name}`);
      if (key === undefined) return;
      await context.output.note(`its key is kept: ${(await context.keyFiles()).pathOf(key)}`);
    });
  },
});
