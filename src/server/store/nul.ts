/** A driver cuts text at its first NUL. What stands for it is no character, and in no text that was made to be exchanged. */
const standIn = "\uffff";

export function withoutNul<Value>(value: Value): Value | string {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", standIn) : value;
}

export function withNul(text: string): string {
  return text.replaceAll(standIn, "\0");
}

/** The expression of a column's text as it was given; as JSON it travels whole. */
export function withNulSql(column: string): string {
  return `replace(${column}, char(0xffff), char(0))`;
}
