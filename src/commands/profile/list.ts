import { command } from "../command.ts";
import { rowsOf, shapeOf } from "../result.ts";
import { onePage } from "../show-list.ts";
import { profileResult, profileRow } from "./profile-row.ts";

const result = rowsOf(profileResult);

export const profileList = command({
  result,
  arguments: {},
  flags: {},
  examples: [
    { command: "payctl profile list", about: "every profile" },
    { command: "payctl profile list -o json --fields name,base_url", about: "names and addresses, as JSON" },
  ],
  run: async (context) => {
    const results = await context.output.results(shapeOf(result));
    const { current, profiles } = await (await context.profiles()).contents();
    const rows = [...profiles].map(([name, profile]) => profileRow({ name, profile, current }));
    await results.list(onePage(rows));
  },
});
