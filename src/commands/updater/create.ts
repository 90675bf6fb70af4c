import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { restArgument } from "../../terminal/arguments.ts";
import { textFlag } from "../../terminal/flags.ts";
import type { Column, Shape } from "../../terminal/output.ts";
import { parseUuid } from "../../terminal/parse.ts";
import { command } from "../command.ts";
import { confirmWrite } from "../confirm.ts";
import { readInputFile } from "../read-input-file.ts";
import { shapeOf } from "../shape.ts";

const operation = operations.createAccountUpdaterJob;

/** What one job takes (specification, section 8). */
const jobSize = 100;

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "ACCOUNT", field: "merchant_account_id" },
  { title: "CREATED", field: "created_at", kind: "time" },
];

export const updaterCreate = command({
  words: ["updater", "create"],
  summary: "Create account updater jobs for stored cards",
  about: "Ids come as arguments, from a file, or both; repeated ones are sent once, 100 to a job.",
  operation,
  arguments: { ids: restArgument("ids of payment methods; - reads standard input") },
  flags: {
    file: textFlag("ids, one a line; - is standard input", {
      placeholder: "FILE",
      short: "f",
      completes: "file",
    }),
  },
  examples: [
    { command: "payctl updater create PAYMENT_METHOD_ID", about: "one card" },
    { command: "payctl updater create --file ids.txt --dry-run", about: "see the jobs of a file" },
  ],
  run: async (context, { arguments: { ids }, flags }) => {
    const all = await collectIds(context, ids, flags.file);
    const shape: Shape = shapeOf(operation, columns);
    const results = await context.output.results(shape);
    await confirmWrite(context);
    const api = await context.api();
    for (let start = 0; start < all.length; start += jobSize) {
      const payment_method_ids = all.slice(start, start + jobSize);
      const answer = await api.call(operation, { body: { payment_method_ids } });
      if (answer.value !== undefined) await results.record(answer.value);
      else if (answer.sent) await context.output.note("no card qualified; no job was created");
    }
    return undefined;
  },
});

async function collectIds(
  context: Context,
  words: readonly string[],
  file: string | undefined,
): Promise<readonly string[]> {
  const files = [...words.filter((word) => word === "-"), ...(file === undefined ? [] : [file])];
  const texts = await Promise.all(files.map((path) => readInputFile(context, path)));
  const given = [...words.filter((word) => word !== "-"), ...texts.flatMap((text) => text.split(/\s+/))];
  const ids = new Set(given.filter((word) => word !== "").map(readId));
  if (ids.size > 0) return [...ids];
  throw new UsageError("no payment method ids were given", {
    hint: "payctl updater create PAYMENT_METHOD_ID...",
  });
}

function readId(text: string): string {
  try {
    return parseUuid(text);
  } catch (cause) {
    throw new UsageError(`${text} is no payment method id: it must be a UUID`, { cause });
  }
}
