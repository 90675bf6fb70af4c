/** A count for people, with thousands grouped the same way in every locale: `12,345`. */
export function grouped(count: number): string {
  // What Node knows of locales takes it 20 ms and 7 MiB to load.
  return String(count).replace(/\B(?=(?:\d{3}){1,5}$)/g, ",");
}

/** What is wrong with a request, if further lines name each field. */
export function invalidFields(count: number): string {
  return count === 1 ? "a field is invalid" : `${count} fields are invalid`;
}

/** Whether a text has the form of a UUID, whatever its version. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** A name as a step of a JSON pointer (RFC 6901, section 3). */
export function pointerStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A word as a shell takes it literally. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A token as it was copied, perhaps with the rest of its header. */
export function withoutScheme(text: string): string {
  return text.trim().replace(/^(?:authorization:\s*)?bearer\s+/i, "");
}
