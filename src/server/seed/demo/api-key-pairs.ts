import type { Seed } from "../seed.ts";
import { demoUsers, europe } from "./company.ts";
import { before, demoId } from "./identity.ts";
import { publicKeys } from "./public-keys.ts";

const [hopper, johnson, turing] = demoUsers;

export function demoApiKeyPairs(now: Date): NonNullable<Seed["api_key_pairs"]> {
  return [
    {
      id: demoId("key pair backend"),
      display_name: "Shop backend",
      public_key: publicKeys.backend,
      role_slugs: ["payments-operator", "support"],
      creator_id: hopper.id,
      created_at: before(now, { days: 90 }),
      last_used_at: before(now, { minutes: 7 }),
    },
    {
      id: demoId("key pair reporting"),
      display_name: "Nightly reports",
      public_key: publicKeys.reporting,
      role_slugs: ["read-only"],
      creator_id: johnson.id,
      created_at: before(now, { days: 150 }),
      last_used_at: before(now, { minutes: 640 }),
    },
    {
      id: demoId("key pair auditor"),
      display_name: "Audit archive",
      public_key: publicKeys.auditor,
      role_slugs: ["auditor"],
      creator_id: turing.id,
      created_at: before(now, { days: 200 }),
      last_used_at: before(now, { days: 1 }),
    },
    {
      id: demoId("key pair storefront"),
      display_name: "European storefront",
      public_key: publicKeys.storefront,
      role_slugs: ["storefront"],
      merchant_account_ids: [europe],
      creator_id: johnson.id,
      created_at: before(now, { days: 60 }),
    },
    {
      id: demoId("key pair old backend"),
      display_name: "Shop backend (old)",
      public_key: publicKeys.oldBackend,
      active: false,
      role_slugs: ["administrator"],
      creator_id: hopper.id,
      created_at: before(now, { days: 400 }),
      updated_at: before(now, { days: 89 }),
      last_used_at: before(now, { days: 90 }),
    },
  ];
}
