/** A list by its name; the entries may be made on demand. */
type NamedList = readonly [name: string, entries: Iterable<unknown>];

/** A document of named lists as text, with a line for each entry in JSON; lists without entries are left out. */
export async function printLists(lists: Iterable<NamedList>, format: "json" | "yaml"): Promise<string> {
  return format === "json" ? printJson(lists) : printYaml(lists);
}

function printJson(lists: Iterable<NamedList>): string {
  const printed: string[] = [];
  for (const [name, entries] of lists) {
    const lines = Array.from(entries, (entry) => `    ${JSON.stringify(entry)}`);
    if (lines.length > 0) printed.push(`  ${JSON.stringify(name)}: [\n${lines.join(",\n")}\n  ]`);
  }
  return `{\n${printed.join(",\n")}\n}\n`;
}

async function printYaml(lists: Iterable<NamedList>): Promise<string> {
  const { writeYaml } = await import("./yaml.ts");
  const printed: string[] = [];
  for (const [name, entries] of lists) {
    const items = Array.from(entries, (entry) => writeYaml([entry]));
    if (items.length > 0) printed.push(`${name}:\n${items.join("")}`);
  }
  return printed.join("\n");
}
