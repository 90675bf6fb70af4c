import { command } from "../command.ts";
import { onePage } from "../show-list.ts";
import { profileJson, profileRow, profileShape } from "./profile-row.ts";

export const profileList = command({
  shape: `{"items": [${profileJson}]}`,
  arguments: {},
  flags: {},
  examples: [
    { command: "payctl profile list", about: "every profile" },
    { command: "payctl profile list -o json --fields name,base_url", about: "names and addresses, as JSON" },
  ],
  run: async (context) => {
    const results = await context.output.results(profileShape);
    const { current, profiles } = await (await context.profiles()).contents();
    const rows = [...profiles].map(([name, profile]) => profileRow({ name, profile, current }));
    await results.list(onePage(rows));
  },
});
