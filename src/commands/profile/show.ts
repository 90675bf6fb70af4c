import { getProfile } from "../../credentials/profiles.ts";
import { UsageError } from "../../errors.ts";
import { optionalArgument } from "../../terminal/arguments.ts";
import { command } from "../command.ts";
import { shapeOf } from "../result.ts";
import { profileResult, profileRow } from "./profile-row.ts";

export const profileShow = command({
  result: profileResult,
  arguments: { name: optionalArgument("name of a profile", { completes: "profile" }) },
  flags: {},
  examples: [
    { command: "payctl profile show local", about: "one profile" },
    { command: "payctl profile show local -o json", about: "the same as JSON" },
  ],
  run: async (context, input) => {
    const results = await context.output.results(shapeOf(profileResult));
    const { chooseProfileName } = await import("../../credentials/resolve-settings.ts");
    const contents = await (await context.profiles()).contents();
    const { globals, host } = context;
    const inUse = chooseProfileName(globals.profile, host.env, contents.current)?.value;
    const name = input.arguments.name ?? inUse;
    if (name === undefined) {
      throw new UsageError("no profile was given and none is current", {
        hint: { text: "to list them", command: "payctl profile list" },
      });
    }
    await results.record(
      profileRow({ name, profile: getProfile(contents, name), current: contents.current }),
    );
  },
});
