import { runtime } from "../values/runtime.ts";
import { version } from "../version.ts";
import { command } from "./command.ts";
import { recordShape } from "./shape.ts";

export const showVersion = command({
  document: true,
  about:
    "payctl --version prints the same, and takes the same options. As data, it also names what runs payctl, which is Node, or Bun inside the single executable, and the platform.",
  shape: "{version, runtime, platform}",
  arguments: {},
  flags: {},
  examples: [
    { command: "payctl version", about: "the number alone" },
    { command: "payctl version -o json", about: "with the runtime and the platform, for a report of a bug" },
  ],
  run: async ({ host, output }) => {
    if (output.format === "table") return output.text(`${version}\n`);
    const results = await output.results(recordShape([], ["*"]));
    await results.record({ version, runtime, platform: `${host.platform}-${process.arch}` });
  },
});
