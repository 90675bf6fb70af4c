import { shells } from "../completion/shells.ts";
import { choiceArgument } from "../terminal/arguments.ts";
import { command } from "./command.ts";

export const completion = command({
  words: ["completion"],
  summary: "Print the completion script of a shell",
  about:
    "The script completes commands, options, and what goes with them: formats, flows and their actions, fields, files and your profiles.",
  shape: null,
  arguments: { shell: choiceArgument("the shell", shells) },
  flags: {},
  examples: [
    { command: "payctl completion bash", about: "Bash: append this to ~/.bashrc" },
    { command: "payctl completion zsh", about: "Zsh: keep this as _payctl in a folder of fpath" },
    {
      command: "payctl completion fish",
      about: "Fish: keep this as ~/.config/fish/completions/payctl.fish",
    },
    {
      command: "payctl completion powershell",
      about: "PowerShell: append this to the file that $PROFILE names",
    },
  ],
  run: async (context, { arguments: { shell } }) => {
    const { loadScript } = await import("../completion/load-script.ts");
    await context.output.text(await loadScript(shell));
    return undefined;
  },
});
