import type { IncomingMessage } from "node:http";

/**
 * Every value of a header, in the order of its lines; the name is in lower case. Node's own `headersDistinct` throws,
 * in older releases, for a header that is named `__proto__`.
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && isNamed(rawHeaders[index - 1], name));
}

function isNamed(text: string | undefined, name: string): boolean {
  return text !== undefined && text.length === name.length && text.toLowerCase() === name;
}
