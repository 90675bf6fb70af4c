/** Of version 00 and later ones, which begin alike; neither id may be zero (W3C Trace Context, section 3.2). */
const form = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The trace that a request says it belongs to; undefined where it names none, or none that is one. */
export function traceparentOf(headers: Readonly<Record<string, string>>): string | undefined {
  const { traceparent } = headers;
  return traceparent !== undefined && form.test(traceparent) ? traceparent : undefined;
}
