/** Of version 00 and later ones, which start alike; neither id may be zero (W3C Trace Context, section 3.2). */
const form = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The trace that a request says it belongs to; undefined if it names none, or an invalid one. */
export function traceparentOf(headers: Readonly<Record<string, string>>): string | undefined {
  const { traceparent } = headers;
  return traceparent !== undefined && form.test(traceparent) ? traceparent : undefined;
}
