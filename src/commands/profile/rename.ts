import { argument } from "../../terminal/arguments.ts";
import { command } from "../command.ts";
import { applyChange } from "../write.ts";

export const profileRename = command({
  arguments: {
    from: argument("name of a profile", { completes: "profile" }),
    to: argument("its new name"),
  },
  flags: {},
  examples: [
    { command: "payctl profile rename local sandbox", about: "call it sandbox from now on" },
    { command: "payctl profile rename local sandbox --dry-run", about: "see what would change" },
  ],
  run: async (context, { arguments: { from, to } }) => {
    const profiles = await context.profiles();
    await applyChange(context, `rename profile ${from} to ${to}`, async () => {
      await profiles.rename(from, to);
      await context.output.note(`profile ${from} is now ${to}`);
    });
  },
});
