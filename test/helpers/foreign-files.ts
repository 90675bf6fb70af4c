import fc from "fast-check";

type Cells = Readonly<Record<string, string>>;

/** Files from elsewhere: lists of these records in each format, truncated ones, a page of HTML, or anything else. */
export function foreignFiles(records: fc.Arbitrary<readonly Cells[]>) {
  const written = records.chain((list) => fc.constantFrom(...inEachFormat(list)));
  const cut = fc.tuple(written, fc.nat(200)).map(([text, length]) => text.slice(0, length));
  const html = fc.string().map((text) => `<html><body>${text}</body></html>`);
  const scalar = fc.constantFrom("Not Found", "null", "5", "true", '"x"', "{}", "[[]]", "a: 1", "# nothing");
  const texts = [written, cut, html, scalar, fc.constant("[]"), fc.string(), fc.json()];
  const bytes = fc.oneof(
    ...texts.map((text) => text.map((content) => Buffer.from(content))),
    fc.uint8Array().map((array) => Buffer.from(array)),
  );
  return { bytes, ending: fc.constantFrom("yaml", "yml", "json", "ndjson", "jsonl", "csv", "txt") };
}

/** The same records in every format. */
function inEachFormat(list: readonly Cells[]): readonly string[] {
  const names = [...new Set(list.flatMap((item) => Object.keys(item)))];
  const row = (item: Cells) => names.map((name) => item[name] ?? "").join(",");
  const block = (item: Cells) =>
    Object.entries(item).map(([name, text]) => `${name}: ${JSON.stringify(text)}`);
  return [
    JSON.stringify(list),
    JSON.stringify(list, undefined, 2),
    list.map((item) => JSON.stringify(item)).join("\n"),
    list.map((item) => `- ${block(item).join("\n  ")}\n`).join(""),
    [names.join(","), ...list.map(row), ""].join("\n"),
  ];
}
