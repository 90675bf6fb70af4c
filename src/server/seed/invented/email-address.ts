/** An address that is kept free for examples (RFC 2606). */
export function emailAddress(first: string, last: string): string {
  return `${plain(first)}.${plain(last)}@example.com`;
}

/** Small letters, without accents and blanks. */
function plain(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll("ß", "ss")
    .replaceAll("ł", "l")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();
}
