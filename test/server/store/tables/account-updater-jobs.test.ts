import { expect, test } from "vitest";
import { json } from "../../../../src/server/json.ts";
import type { AccountUpdaterJob } from "../../../../src/server/store/records.ts";
import { id, now, seededStore } from "../stores.ts";

const at = now.toISOString();

test("an account updater job is stored", async () => {
  const store = await seededStore({});
  const job: AccountUpdaterJob = {
    id: id(1),
    type: "account-updater-job",
    merchant_account_id: "default",
    inquiries: [],
    created_at: at,
    updated_at: at,
  };
  await store.write((resources) => resources.accountUpdaterJobs.insert(job));
  expect(await store.read(({ lists }) => lists.read("account_updater_jobs"))).toEqual([json(job)]);
});
