import { fillLines } from "./wrap-lines.ts";

/** Where a command begins: behind a colon, or at once. */
const start = "(?<=: )|^(?=payctl |chmod |kill )";
/** A command goes on to a semicolon or a comma before a space, but for those in its quotes and brackets. */
const command = String.raw`(?:\\.|'[^']*'|\([^)]*\)|[^;,'(\\]|[;,](?! |$))+\S*`;
const unit = new RegExp(String.raw`(?:${start})${command}|'[^']*'\S*|\S+`, "g");

/** Breaks a hint into lines of so many characters, but never inside a command: it is there to be copied. */
export function wrapHint(hint: string, width: number): string[] {
  if (hint.length <= width) return [hint];
  return fillLines(hint.match(unit) ?? [], width);
}
