/** Invisible characters that are part of the text around them: joiners in words and emoji, variation selectors. */
const attached = [
  String.raw`(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])`,
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{L}\p{N}\p{P}\p{S}])[\ufe00-\ufe0f]`,
  String.raw`(?<=\p{Ideographic})[\u{e0100}-\u{e01ef}]`,
].join("|");

/** Characters that control a terminal or are invisible: controls, bidi, zero width, separators, tags, lone surrogates. */
const unsafe = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;

let pattern: RegExp | undefined;

/** Common visible characters: testing for anything else is much faster than searching with the full pattern. */
const usual = String.raw`\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u058f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3`;
const unusual = new RegExp(`[^${usual}]`);
const unusualInLines = new RegExp(`[^\\n${usual}]`);
const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Text that can't control a terminal: control and invisible characters are escaped, as in `\u001b` and `\n`. */
export function safeText(text: string): string {
  if (!unusual.test(text)) return text;
  return escapeUnsafe(text, (character) => shortEscapes[character] ?? escapeForPeople(character));
}

/** As safeText, for text of several lines. */
export function safeLines(text: string): string {
  if (!unusualInLines.test(text)) return text;
  return escapeUnsafe(text, (character) => (character === "\n" ? character : escapeForPeople(character)));
}

/** As safeText, for a CSV cell, where line breaks and tabs are data. */
export function safeCell(text: string): string {
  if (!unusualInLines.test(text)) return text;
  return escapeUnsafe(text, (character) =>
    character in shortEscapes ? character : escapeForPeople(character),
  );
}

/** JSON text of the same value, without raw control characters except its line breaks. */
export function safeJson(json: string): string {
  if (!unusualInLines.test(json)) return json;
  return escapeUnsafe(json, (character) => (character === "\n" ? character : escapeUnits(character)));
}

function escapeUnsafe(text: string, replace: (character: string) => string): string {
  // Making it takes 2 ms, and few texts need it.
  pattern ??= new RegExp(`${attached}|(?<unsafe>${unsafe})`, "gu");
  return text.replace(pattern, (match, found: string | undefined) =>
    found === undefined ? match : replace(found),
  );
}

function escapeForPeople(character: string): string {
  if (character.length === 1) return escapeUnits(character);
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Every UTF-16 unit by itself, as JSON requires. */
function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
