import type { ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { auditActions, auditResourceTypes } from "../../contract/words.ts";
import { UsageError } from "../../errors.ts";
import { type FlagValues, parseUuid, parseWord, severalFlag } from "../../terminal/flags.ts";
import { suggest } from "../../values/suggest.ts";

/** What the service itself filters audit logs by (specification, section 4.3). */
export const filterFlags = {
  action: severalFlag(`only these actions: ${auditActions.join(", ")}`, parseWord, {
    placeholder: "WORD",
    completes: "audit-action",
  }),
  userId: severalFlag("only what these dashboard users did", parseUuid, { placeholder: "UUID" }),
  resourceType: severalFlag(`only these kinds of resource: ${auditResourceTypes.join(", ")}`, parseWord, {
    placeholder: "WORD",
    completes: "audit-resource-type",
  }),
} as const;

type FilterValues = FlagValues<typeof filterFlags>;

/** What the help of each command says about them. */
export const aboutFilters =
  "--action, --user-id and --resource-type can be repeated, or take several values with commas.";

/** A query for each combination of the values, since the service takes one of each; notes words that are not known. */
export async function filterQueries(context: Context, flags: FilterValues): Promise<readonly ListQuery[]> {
  const { action, userId, resourceType } = flags;
  await noteUnknown(context, action, { kind: "an action", known: auditActions });
  await noteUnknown(context, resourceType, { kind: "a resource type", known: auditResourceTypes });
  return distinct(action).flatMap((action) =>
    distinct(userId).flatMap((user_id) =>
      distinct(resourceType).map((resource_type) => ({ action, user_id, resource_type })),
    ),
  );
}

/** The values without repetitions; no value leaves one combination, without that filter. */
function distinct(values: readonly string[] | undefined): readonly (string | undefined)[] {
  return values === undefined ? [undefined] : [...new Set(values)];
}

interface Vocabulary {
  /** What each word is: `an action`. */
  readonly kind: string;
  readonly known: readonly string[];
}

/** An empty list looks like an answer, so `delete` gets a note about `deleted`; a service may know more words. */
async function noteUnknown(
  { output }: Context,
  words: readonly string[] | undefined,
  { kind, known }: Vocabulary,
): Promise<void> {
  for (const word of distinct(words)) {
    if (word === undefined || known.includes(word)) continue;
    const meant = suggest(word, known);
    const advice = meant === undefined ? `it knows ${known.join(", ")}` : `did you mean ${meant}?`;
    await output.note(`${word} is not ${kind} that payctl knows; ${advice}`);
  }
}

/** The filters as a page names them. */
export function filterTexts({ action, userId, resourceType }: FilterValues): ListQuery {
  return {
    action: action?.join(", "),
    user_id: userId?.join(", "),
    resource_type: resourceType?.join(", "),
  };
}

/** A cursor leads into one list, and so does a checkpoint, but several queries are several lists. */
export function refusePlaces(
  queries: readonly ListQuery[],
  { cursor, checkpoint }: { readonly cursor: string | undefined; readonly checkpoint: string | undefined },
): void {
  if (queries.length === 1 || (cursor === undefined && checkpoint === undefined)) return;
  const flag = cursor === undefined ? "--checkpoint" : "--cursor";
  throw new UsageError(`${flag} can't be used with several values of a filter`, {
    hint: `ask for one value at a time, or leave ${flag} out`,
  });
}
