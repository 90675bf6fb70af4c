/** A text as a URL of a scheme that is meant, or nothing if it is none. */
export function parseUrl(text: string, scheme = /^https?:$/): URL | undefined {
  // `URL.canParse` takes letters such as ü for malformed once Node 20 and 22 have compiled it, after some thousand calls.
  try {
    const url = new URL(text);
    return scheme.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The name or address in a URL, without the brackets of an IPv6 one. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

/** An address without slashes at its end. */
export function withoutEndSlashes(address: string): string {
  // Looked for only where slashes begin: from each one on, it would take quadratic time.
  return address.replace(/(?<!\/)\/+$/, "");
}
