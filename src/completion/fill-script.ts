import type { Shell } from "./shells.ts";

/** How each shell writes the table as a text that nothing in it can end. */
const quoted: Readonly<Record<Shell, (text: string) => string>> = {
  bash: (text) => `_payctl_table='\n${posixQuotes(text)}\n'`,
  zsh: (text) => `_payctl_table='\n${posixQuotes(text)}\n'`,
  fish: (text) => `set -g __payctl_table (string split \\n -- '${text.replace(/[\\']/g, "\\$&")}')`,
  powershell: (text) => `$payctlTable = @'\n${text}\n'@ -split '\\r?\\n'`,
};

function posixQuotes(text: string): string {
  return text.replaceAll("'", "'\\''");
}

const between = /(?<=^# --- table[^\n]*\n)[\s\S]*(?=^# --- end of the table$)/m;

/** A script with the table in the place of the one that it holds; all else in it is written by hand. */
export function fillScript(shell: Shell, script: string, table: readonly string[]): string {
  if (!between.test(script)) throw new RangeError(`the script for ${shell} has no place for the table`);
  return script.replace(between, () => `${quoted[shell](table.join("\n"))}\n`);
}
