import { json } from "../../json.ts";

import type { AccountUpdaterJob } from "../records.ts";
import type { Sql } from "../sql.ts";

export interface AccountUpdaterJobs {
  insert(job: AccountUpdaterJob): Promise<void>;
}

export function accountUpdaterJobs(sql: Sql): AccountUpdaterJobs {
  return {
    async insert(job) {
      const { id, merchant_account_id } = job;
      await sql.insert("account_updater_jobs", { id, merchant_account_id, body: json(job) });
    },
  };
}
