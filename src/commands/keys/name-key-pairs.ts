import type { Context } from "../../context.ts";
import { PayctlError } from "../../errors.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { writeAside } from "../../terminal/streams.ts";
import { listedKeyPairs } from "./own-key-pair.ts";

/** Asks whether key pairs are to go, by their ids and names; of several it shows a line each first. */
export async function lossQuestion(context: Context, ids: readonly string[]): Promise<string> {
  const names = await namesOf(context, ids);
  const lines = ids.map((id) => (names ? `${id} (${names.get(id) ?? "not listed by the service"})` : id));
  if (lines.length === 1) return `Delete key pair ${lines[0]} for good?`;
  // No note, which --quiet would hide: it is part of the question.
  await writeAside(context.host.stderr, lines.map((line) => `  ${safeText(line)}\n`).join(""));
  return `Delete these ${ids.length} key pairs for good?`;
}

/** The display names of key pairs by id; undefined where they can't be listed, which deleting does not need. */
async function namesOf(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const names = new Map<string, string>();
  try {
    for await (const item of listedKeyPairs(context)) {
      if (isNamed(item) && ids.includes(item.id)) names.set(item.id, item.display_name);
      if (names.size === ids.length) break;
    }
  } catch (error) {
    if (!(error instanceof PayctlError) || context.host.signal.aborted) throw error;
    return undefined;
  }
  return names;
}

function isNamed(item: unknown): item is { readonly id: string; readonly display_name: string } {
  if (typeof item !== "object" || item === null || !("id" in item) || !("display_name" in item)) return false;
  return typeof item.id === "string" && typeof item.display_name === "string";
}
