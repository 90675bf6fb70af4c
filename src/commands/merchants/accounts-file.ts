import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { type Account, readAccounts } from "../../provisioning/read-accounts.ts";
import type { LedgerFiles } from "../bulk/bulk-flags.ts";
import { refuseInput } from "../bulk/resume.ts";
import { readInputFile } from "../read-input-file.ts";

export interface AccountFiles extends LedgerFiles {
  readonly file: string | undefined;
}

/** The accounts of the file that a command line names. */
export async function readAccountsFile(context: Context, files: AccountFiles): Promise<readonly Account[]> {
  const { file } = files;
  if (file === undefined) {
    throw new UsageError("no file of merchant accounts was given", {
      hint: "payctl merchants apply -f accounts.yaml",
    });
  }
  await refuseInput(file, files);
  return readAccounts(await readInputFile(context, file), file, context.host);
}
