import { json } from "../../json.ts";
import { type Database, insertRow } from "../database.ts";
import type { AccountUpdaterJob } from "../records.ts";

export interface AccountUpdaterJobs {
  insert(job: AccountUpdaterJob): Promise<void>;
}

export function accountUpdaterJobs(database: Database): AccountUpdaterJobs {
  return {
    async insert(job) {
      const { id, merchant_account_id } = job;
      insertRow(database, "account_updater_jobs", { id, merchant_account_id, body: json(job) });
    },
  };
}
