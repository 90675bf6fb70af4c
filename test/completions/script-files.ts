/** Where the script of each shell is, from the root of the project. */
export const scriptFiles = {
  bash: "completions/payctl.bash",
  zsh: "completions/_payctl",
  fish: "completions/payctl.fish",
  powershell: "completions/payctl.ps1",
} as const;
