import { command } from "../command.ts";

export const commandTree = command({
  document: true,
  about:
    "For programs that write command lines: -o json has a version of the format, each command with its arguments, " +
    "options, scope, effect (read, write or local), exit codes and the JSON Schema of its result, and the options " +
    "that every command takes.",
  shape:
    "{version, commands: [{words, summary, about, arguments: [{name, required, variadic, summary}], " +
    "options: [{name, short, value, values, default, summary}], scope, effect, exit_codes, result_schema}], " +
    "options: [{name, short, value, values, default, summary}]}",
  arguments: {},
  flags: {},
  examples: [
    { command: "payctl commands", about: "a page to read" },
    {
      command: "payctl commands -o json --query \"commands[?effect=='write'].words\"",
      about: "the commands that change something at the service",
    },
  ],
  run: async (context) => (await import("./show-commands.ts")).showCommands(context),
});
