/** A token as it was copied, perhaps with the rest of its header. */
export function withoutScheme(text: string): string {
  return text.trim().replace(/^(?:authorization:\s*)?bearer\s+/i, "");
}
