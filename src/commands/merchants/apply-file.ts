import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import type { RecordFormat } from "../../documents/record-formats.ts";
import { type ExitCode, exitCodes, UsageError } from "../../errors.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import type { bulkFlags, LedgerFiles } from "../bulk/bulk-flags.ts";
import { refuseInput } from "../bulk/resume.ts";
import { runRows } from "../bulk/run-rows.ts";
import { recordShape } from "../shape.ts";
import { type Account, readAccounts } from "./accounts.ts";
import { createOrFindAccount } from "./create-or-find.ts";

interface ApplyFlags extends FlagValues<typeof bulkFlags>, AccountFiles {
  readonly exitCode: boolean | undefined;
}

const shape = recordShape([
  { title: "ID", field: "id" },
  { title: "RESULT", field: "result" },
  { title: "STATUS", field: "status" },
  { title: "ERROR", field: "error", shrinks: true },
]);

/** Creates the accounts of a file, a limited number at a time. */
export async function applyFile(context: Context, flags: ApplyFlags): Promise<ExitCode | undefined> {
  const accounts = await readAccountsFile(context, flags);
  const results = await context.output.results(shape);
  const tally = await runRows(context, {
    operation: operations.createMerchantAccount,
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
    work: async (api, account, { inDoubt }) => {
      const { result, status } = await createOrFindAccount(api, account, {
        inDoubt: inDoubt.has(account.id),
        sharesToken: true,
      });
      return { id: account.id, result, status, error: null };
    },
  });
  return flags.exitCode && tally.counts.has("created") ? exitCodes.changed : undefined;
}

interface AccountFiles extends LedgerFiles {
  readonly file: string | undefined;
  readonly format: RecordFormat | undefined;
}

/** The accounts of the file that a command line names. */
async function readAccountsFile(context: Context, files: AccountFiles): Promise<readonly Account[]> {
  const { file, format } = files;
  if (file === undefined) {
    throw new UsageError("no file of merchant accounts was given", {
      hint: "payctl merchants apply -f accounts.yaml",
    });
  }
  await refuseInput(file, files);
  return readAccounts(context, file, format);
}
