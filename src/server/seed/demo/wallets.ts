import type { Seed } from "../seed.ts";
import { europe } from "./company.ts";
import { demoId } from "./identity.ts";

export const demoWallets = [
  { id: demoId("wallet apple"), provider: "apple", domain_names: ["shop.difference.example"] },
  { id: demoId("wallet google"), provider: "google" },
  { id: demoId("wallet apple europe"), merchant_account_id: europe, provider: "apple" },
] satisfies Seed["digital_wallets"];
