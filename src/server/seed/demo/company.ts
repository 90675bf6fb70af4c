import type { Seed } from "../seed.ts";
import { before, demoId } from "./identity.ts";

export const europe = "difference-europe";
export const america = "difference-america";

export function demoAccounts(now: Date): NonNullable<Seed["merchant_accounts"]> {
  return [
    {
      id: "default",
      display_name: "Difference Goods",
      over_capture_amount: 500,
      visa_network_tokens_requestor_id: "40000000001",
      visa_network_tokens_app_id: "difference-goods",
      async_network_tokens_enabled: true,
      created_at: before(now, { days: 420 }),
      updated_at: before(now, { days: 12 }),
    },
    {
      id: europe,
      display_name: "Difference Goods Europe",
      over_capture_percentage: 10,
      created_at: before(now, { days: 300 }),
    },
    { id: america, display_name: "Difference Goods America", created_at: before(now, { days: 180 }) },
  ];
}

export const demoUsers = [
  { id: demoId("user hopper"), name: "Grace Hopper", email_address: "grace.hopper@difference.example" },
  { id: demoId("user johnson"), name: "Katherine Johnson", email_address: "k.johnson@difference.example" },
  { id: demoId("user turing"), name: "Alan Turing", email_address: "alan.turing@difference.example" },
  { id: demoId("user noether"), name: "Emmy Noether", email_address: "emmy.noether@difference.example" },
  {
    id: demoId("user lamarr"),
    name: "Hedy Lamarr",
    email_address: "hedy.lamarr@difference.example",
    status: "deleted",
  },
  {
    id: demoId("user staff"),
    name: "Service Staff",
    email_address: "staff@service.example",
    is_staff: true,
  },
] as const satisfies Seed["users"];

export const demoRoles = [
  {
    id: demoId("role auditor"),
    name: "Auditor",
    slug: "auditor",
    description: "May read audit logs and nothing else",
    permissions: { allow: ["audit-logs.read"] },
  },
] satisfies Seed["roles"];
