import type { Context } from "../../context.ts";
import { auditActions } from "../../contract/words.ts";
import { suggest } from "../../terminal/suggest.ts";

/** An empty list looks like an answer, so whoever asks for `delete` is told of `deleted`; a service may know more. */
export async function noteUnknownAction({ output }: Context, action: string | undefined): Promise<void> {
  if (action === undefined || auditActions.some((known) => known === action)) return;
  const meant = suggest(action, auditActions);
  const known = meant === undefined ? `it knows ${auditActions.join(", ")}` : `did you mean ${meant}?`;
  await output.note(`${action} is no action that payctl knows; ${known}`);
}
