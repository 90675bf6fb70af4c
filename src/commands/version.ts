import { runtime } from "../values/runtime.ts";
import { version } from "../version.ts";
import { command } from "./command.ts";
import { recordShape } from "./shape.ts";

/** As data it also names what runs payctl, which is Node, or Bun inside the single executable. */
export const showVersion = command({
  document: true,
  arguments: {},
  flags: {},
  examples: [{ command: "payctl --version -o json", about: "for a report of a bug" }],
  run: async ({ host, output }) => {
    if (output.format === "table") return output.text(`${version}\n`);
    const results = await output.results(recordShape([], ["*"]));
    await results.record({ version, runtime, platform: `${host.platform}-${process.arch}` });
  },
});
