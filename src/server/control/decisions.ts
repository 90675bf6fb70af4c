/** One section of the page of decisions. */
export interface DecisionSection {
  readonly section: string;
  /** The headings that it stands below, the nearest last. */
  readonly below: readonly string[];
  /** A row of a table, or a paragraph. */
  readonly decisions: readonly string[];
}

/** Reads the page of decisions, which is part of the bundle: docs/decisions.md. */
export async function loadDecisions(): Promise<readonly DecisionSection[]> {
  const { default: page } = await import("../../../docs/decisions.md");
  return parseDecisions(page);
}

/** Sections from the second level on; those that hold headings alone are left out. */
export function parseDecisions(page: string): readonly DecisionSection[] {
  const headings: string[] = [];
  const sections = page
    .split(/^(?=##+ )/m)
    .slice(1)
    .map((part): DecisionSection => {
      const [first = "", ...lines] = part.split("\n");
      const [, marks = "", title = ""] = /^(#+) +(.*)$/.exec(first) ?? [];
      headings.splice(marks.length - 2);
      headings.push(title);
      return { section: title, below: headings.slice(0, -1), decisions: readBlocks(lines.join("\n")) };
    });
  return sections.filter(({ decisions }) => decisions.length > 0);
}

function readBlocks(text: string): readonly string[] {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim());
  return blocks
    .filter((block) => block !== "")
    .flatMap((block) => {
      if (block.startsWith("|")) return readTable(block);
      return block.startsWith("- ") ? block.split(/^- /m).slice(1).map(inOneLine) : [inOneLine(block)];
    });
}

/** The rows behind the title and the rule below it. */
function readTable(block: string): readonly string[] {
  return block
    .split("\n")
    .slice(2)
    .map((line) => {
      const [what = "", ...rest] = line.split("|").slice(1, -1).map(inOneLine);
      return `${what}: ${rest.join("; ")}`;
    });
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
