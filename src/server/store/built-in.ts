import type { StoredList } from "../../contract/control/words.ts";
import type { SeedEntry } from "../seed/seed.ts";
import type { User } from "./records.ts";

/** The account of everything that names no account; it always exists. */
export const defaultAccountId = "default";

/** The dashboard user recorded as the creator of key pairs that name none; audit entries name this user. */
export const referenceUser: User = {
  type: "user",
  id: "0a7c7f0e-5a55-4b1e-9c05-6f2f3a1d0001",
  name: "Reference Administrator",
  email_address: "administrator@reference.example",
  is_staff: false,
  status: "active",
};

/** The name of the key pairs that servers make for themselves. */
export const serverKeyPairName = "payctl serve";

export const defaultAccount: SeedEntry<"merchant_accounts"> = {
  id: defaultAccountId,
  display_name: "Default",
};

/** The roles that exist even if no seed names them. */
export const builtInRoles: readonly SeedEntry<"roles">[] = [
  {
    id: "0a7c7f0e-5a55-4b1e-9c05-6f2f3a1d0101",
    name: "Administrator",
    slug: "administrator",
    description: "May do everything",
    permissions: { allow: ["*.read", "*.write", "embed"] },
    assignable_to: ["user", "api-key-pair"],
  },
  {
    id: "0a7c7f0e-5a55-4b1e-9c05-6f2f3a1d0102",
    name: "Read only",
    slug: "read-only",
    description: "May see everything and change nothing",
    permissions: { allow: ["*.read"] },
    assignable_to: ["user", "api-key-pair"],
  },
  {
    id: "0a7c7f0e-5a55-4b1e-9c05-6f2f3a1d0103",
    name: "Support",
    slug: "support",
    description: "May look up buyers, without their billing details, and audit logs",
    permissions: { allow: ["audit-logs.read", "buyers.read"] },
    assignable_to: ["user", "api-key-pair"],
  },
  {
    id: "0a7c7f0e-5a55-4b1e-9c05-6f2f3a1d0104",
    name: "Provisioning",
    slug: "provisioning",
    description: "May create and see merchant accounts",
    permissions: { allow: ["merchant-accounts.read", "merchant-accounts.write"] },
  },
  {
    id: "0a7c7f0e-5a55-4b1e-9c05-6f2f3a1d0105",
    name: "Payments operator",
    slug: "payments-operator",
    description: "May work with stored payment methods, gift cards, wallets and flow rules",
    permissions: {
      allow: ["payment-methods.write", "gift-cards.read", "digital-wallets.write", "flows.write"],
    },
  },
  {
    id: "0a7c7f0e-5a55-4b1e-9c05-6f2f3a1d0106",
    name: "Storefront",
    slug: "storefront",
    description: "May sign tokens for browsers and apps",
    permissions: { allow: ["embed"] },
  },
];

/** Whether a row exists even if no seed names it. */
export function alwaysExists(list: StoredList, id: string): boolean {
  if (list === "merchant_accounts") return id === defaultAccountId;
  if (list === "users") return id === referenceUser.id;
  return list === "roles" && builtInRoles.some((role) => role.id === id);
}
