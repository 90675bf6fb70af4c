/** A text without its accents and its case, for comparing what people type with names: Unicode NFKD without marks, casefolded. */
export function fold(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "");
  // Case mapping is JavaScript's nearest to casefolding: twice over, ẞ, ß and ss are the same, and so are all sigmas.
  return bare.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
