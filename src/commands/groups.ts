import type { CommandGroup } from "../terminal/command.ts";

/** The groups of the command line, in the order that help shows. */
export const groups: readonly CommandGroup[] = [
  { words: ["buyers"], summary: "Buyers" },
  { words: ["tokens"], summary: "Network tokens of stored payment methods" },
  { words: ["giftcards"], summary: "Gift cards" },
  { words: ["updater"], summary: "Account updater jobs" },
  { words: ["merchants"], summary: "Merchant accounts and their 3DS configurations" },
  { words: ["flows"], summary: "Flow rules" },
  { words: ["wallets"], summary: "Digital wallets" },
  { words: ["audit"], summary: "Audit logs" },
  { words: ["keys"], summary: "API key pairs, and the local key pair" },
  { words: ["profile"], summary: "Named targets: where to call, and with which key" },
  { words: ["auth"], summary: "Tokens, and who am I" },
];
