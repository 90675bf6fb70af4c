import type { Shell } from "./shells.ts";

/** The script of a shell: the very text of its file in completions/, which is part of the bundle. */
const load: Readonly<Record<Shell, () => Promise<{ readonly default: string }>>> = {
  bash: () => import("../../completions/payctl.bash"),
  zsh: () => import("../../completions/_payctl"),
  fish: () => import("../../completions/payctl.fish"),
  powershell: () => import("../../completions/payctl.ps1"),
};

export async function loadScript(shell: Shell): Promise<string> {
  return (await load[shell]()).default;
}
