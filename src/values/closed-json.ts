/** Texts, the last of which may be cut off, and what opens, separates and closes. */
const tokens = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}[\],]/g;

const closers: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Makes the beginning of a JSON text a text of its own: drops the value that was cut off, closes what is open. */
export function closedJson(beginning: string): string {
  const open: string[] = [];
  let end = 0;
  for (const { 0: token, index } of beginning.matchAll(tokens)) {
    if (token.startsWith('"')) continue;
    const closer = closers[token];
    if (closer !== undefined) open.push(closer);
    else if (token !== ",") open.pop();
    end = token === "," ? index : index + 1;
  }
  return beginning.slice(0, end) + open.toReversed().join("");
}
