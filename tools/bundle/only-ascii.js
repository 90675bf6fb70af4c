/**
 * The code, if each of its bytes is below 128: then it means the same however a loader decodes it. The
 * full-width signs that CSV defuses were once read as Latin-1.
 * @param {string} name
 * @param {string} code
 */
export function onlyAscii(name, code) {
  const [found] = code.match(/[^\0-\x7f]/u) ?? [];
  if (found === undefined) return code;
  const digits = (found.codePointAt(0) ?? 0).toString(16);
  throw new Error(`${name} holds "${found}", which is not ASCII: write it as \\u{${digits}} in the source`);
}
