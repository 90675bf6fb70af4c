/** A failure as section 7 of the specification shapes it. */
export function failureShape(status: number, code: string, message: string, more: object = {}) {
  return { type: "error", code, status, message, details: [], ...more };
}
