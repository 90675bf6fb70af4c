const block = /^```bash\n[\s\S]*?^```$/m;

/** The page with the script in its only block of bash. */
export function includeScript(page: string, script: string): string {
  return page.replace(block, () => `\`\`\`bash\n${script}\`\`\``);
}
