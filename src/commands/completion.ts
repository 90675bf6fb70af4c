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
    {
      command: "payctl completion bash",
      about: "Bash: echo 'source <(payctl completion bash)' >> ~/.bashrc",
    },
    {
      command: "payctl completion zsh",
      about: "Zsh, after compinit: echo 'source <(payctl completion zsh)' >> ~/.zshrc",
    },
    {
      command: "payctl completion fish",
      about: "Fish: payctl completion fish > ~/.config/fish/completions/payctl.fish",
    },
    {
      command: "payctl completion powershell",
      about: "PowerShell: payctl completion powershell >> $PROFILE",
    },
  ],
  run: async (context, { arguments: { shell } }) => {
    const { loadScript } = await import("../completion/load-script.ts");
    await context.output.text(await loadScript(shell));
    return undefined;
  },
});
