import { expect } from "vitest";

/** Expects a failure of this kind, or with this exit code, and with this message. */
export function expectFailure(sent: Promise<unknown>, as: string | number, message: unknown): Promise<void> {
  return expect(sent).rejects.toMatchObject({ [typeof as === "string" ? "kind" : "exitCode"]: as, message });
}
