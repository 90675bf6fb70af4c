import { json } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { AccountUpdaterJob, Made } from "../records.ts";
import type { Sql } from "../sql.ts";
import { account, identity, times } from "./made.ts";

export function accountUpdaterJobs(sql: Sql) {
  const insert = (job: AccountUpdaterJob) => {
    const { id, merchant_account_id } = job;
    return sql.insert("account_updater_jobs", { id, merchant_account_id, body: json(job) });
  };
  return {
    insert,
    /** The payment methods that an entry of a seed names need not exist any more. */
    insertEntry: (entry: SeedEntry<"account_updater_jobs">, made: Made) => insert(jobOf(entry, made)),
  };
}

function jobOf(entry: SeedEntry<"account_updater_jobs">, made: Made): AccountUpdaterJob {
  return {
    type: "account-updater-job",
    ...identity(entry, made),
    ...account(entry),
    inquiries: entry.inquiries.map((inquiry) => ({
      type: "account-updater-inquiry",
      ...identity(inquiry, made),
      payment_method_id: inquiry.payment_method_id,
    })),
    ...times(entry, made),
  };
}
