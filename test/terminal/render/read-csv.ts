/** A reader of CSV by RFC 4180, which knows nothing of the writer. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text;
  while (rest !== "") {
    const { cell, length } = readCell(rest);
    row.push(cell);
    const end = rest.charAt(length);
    rest = rest.slice(length + 1);
    if (end === ",") continue;
    if (end !== "\n") throw new Error(`unexpected ${JSON.stringify(end)} behind a cell`);
    rows.push(row);
    row = [];
  }
  return rows;
}

function readCell(text: string): { readonly cell: string; readonly length: number } {
  const [quoted] = /^"(?:[^"]|"")*"/.exec(text) ?? [];
  if (quoted !== undefined) return { cell: quoted.slice(1, -1).replaceAll('""', '"'), length: quoted.length };
  const [plain = ""] = /^[^,"\r\n]*/.exec(text) ?? [];
  return { cell: plain, length: plain.length };
}
