import { choiceArgument } from "../terminal/arguments.ts";
import { command } from "./command.ts";

/** The shells that can complete command lines of payctl. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const;

type Shell = (typeof shells)[number];

/** The text of each shell's file in completions/, which is part of the bundle. */
const scripts: Readonly<Record<Shell, () => Promise<{ readonly default: string }>>> = {
  bash: () => import("../../completions/payctl.bash"),
  zsh: () => import("../../completions/_payctl"),
  fish: () => import("../../completions/payctl.fish"),
  powershell: () => import("../../completions/payctl.ps1"),
};

export function isShell(word: string): word is Shell {
  return Object.hasOwn(scripts, word);
}

export async function completionScript(shell: Shell): Promise<string> {
  return (await scripts[shell]()).default;
}

export const completion = command({
  about:
    "The script completes commands, options and their values: formats, flows and their actions, fields, files and your profiles. It asks payctl itself at every Tab, so it stays right when payctl is updated; nothing is sent to the service.",
  result: null,
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
    await context.output.text(await completionScript(shell));
  },
});
