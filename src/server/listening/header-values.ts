import type { IncomingMessage } from "node:http";

/**
 * Every value of a header, in the order of its lines; the name is in lower case. Node's own `headersDistinct` throws,
 * in older releases, for a header that is named `__proto__`.
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.flatMap((text, index) =>
    index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name ? [text] : [],
  );
}
