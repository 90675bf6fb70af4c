import type { Context } from "../../context.ts";
import { type ExitCode, exitCodes } from "../../errors.ts";
import { createAccount } from "../../provisioning/create-account.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import type { bulkFlags } from "../bulk/bulk-flags.ts";
import { runRows } from "../bulk/run-rows.ts";
import { confirmWrite } from "../confirm.ts";
import { recordShape } from "../record-shape.ts";
import { type AccountFiles, readAccountsFile } from "./accounts-file.ts";

interface ApplyFlags extends FlagValues<typeof bulkFlags>, AccountFiles {
  readonly exitCode: boolean | undefined;
}

const shape = recordShape([
  { title: "ID", field: "id" },
  { title: "RESULT", field: "result" },
  { title: "STATUS", field: "status" },
  { title: "ERROR", field: "error", shrinks: true },
]);

/** Creates the accounts of a file, so many side by side. */
export async function applyFile(context: Context, flags: ApplyFlags): Promise<ExitCode | undefined> {
  const accounts = await readAccountsFile(context, flags);
  const results = await context.output.results(shape);
  await confirmWrite(context);
  const api = await context.api();
  const tally = await runRows(context, {
    items: accounts,
    flags,
    results,
    good: ["created", "exists"],
    words: {
      items: "merchant accounts",
      done: "applied",
      otherwise: "not created",
      results: { exists: "existed (not compared)" },
    },
    idOf: ({ id }) => id,
    work: async (account, { inDoubt }) => {
      const { result, status } = await createAccount(api, account, inDoubt.has(account.id));
      return { id: account.id, result, status, error: null };
    },
  });
  return flags.exitCode && tally.counts.has("created") ? exitCodes.changed : undefined;
}
