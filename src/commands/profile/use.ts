import { useProfile } from "../../credentials/profiles.ts";
import { argument } from "../../terminal/arguments.ts";
import { command } from "../command.ts";
import { applyChange } from "../write.ts";

export const profileUse = command({
  about: "The current profile is used when neither --profile nor PAYCTL_PROFILE names another.",
  arguments: { name: argument("name of a profile", { completes: "profile" }) },
  flags: {},
  examples: [
    { command: "payctl profile use local", about: "call this service from now on" },
    { command: "payctl profile use local --dry-run", about: "see what would change" },
  ],
  run: async (context, { arguments: { name } }) => {
    const profiles = await context.profiles();
    await applyChange(context, `make ${name} the current profile`, async () => {
      await profiles.change((contents) => useProfile(contents, name));
      await context.output.note(`${name} is the current profile`);
      const other = context.host.env["PAYCTL_PROFILE"];
      if (other && other !== name) {
        await context.output.note(`but PAYCTL_PROFILE names ${other}, which overrides it`);
      }
    });
  },
});
