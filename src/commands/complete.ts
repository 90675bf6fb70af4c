import { choiceArgument } from "../terminal/arguments.ts";
import { command } from "./command.ts";

/** What the completion scripts ask for, since no file that they could hold knows it. */
export const complete = command({
  words: ["__complete"],
  summary: "Print the names that a completion script asks for",
  hidden: true,
  arguments: { kind: choiceArgument("what to name", ["profiles"]) },
  flags: {},
  examples: [{ command: "payctl __complete profiles", about: "the profiles, one a line" }],
  run: async (context) => {
    const names = Object.keys(await (await context.profiles()).list());
    if (names.length > 0) await context.output.text(names.join("\n"));
    return undefined;
  },
});
