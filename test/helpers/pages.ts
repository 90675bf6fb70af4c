import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);

/** The text of a page of the repository without its code, where brackets are not links. */
export function proseOf(path: string): string {
  const text = readFileSync(new URL(path, root), "utf8");
  return text.replace(/^( *)```[\s\S]*?^\1```$/gm, "");
}

/** A heading's anchor: lower case, no punctuation, hyphens for spaces; the second of a kind gets a number. */
export function anchorsOf(path: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = [...proseOf(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) => {
    const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}
