import { runtime } from "../values/runtime.ts";
import { version } from "../version.ts";
import { command } from "./command.ts";
import { record, shapeOf, string } from "./result.ts";

const result = record({ version: string(), runtime: string(), platform: string() });

/** As data it also names what runs payctl, which is Node, or Bun inside the single executable. */
export const showVersion = command({
  document: true,
  result,
  arguments: {},
  flags: {},
  examples: [{ command: "payctl --version -o json", about: "for a report of a bug" }],
  run: async ({ host, output }) => {
    if (output.format === "table") return output.text(`${version}\n`);
    const results = await output.results(shapeOf(result));
    await results.record({ version, runtime, platform: `${host.platform}-${process.arch}` });
  },
});
