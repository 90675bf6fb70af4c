/** The first words of commands by topic, in the order that help shows. */
export const topics: readonly { readonly title: string; readonly words: readonly string[] }[] = [
  { title: "Buyers and payment methods", words: ["buyers", "tokens", "giftcards", "updater"] },
  { title: "Accounts and routing", words: ["merchants", "flows", "wallets"] },
  { title: "Access and audit", words: ["audit", "keys", "auth"] },
  { title: "Setting up", words: ["init", "profile", "doctor", "completion"] },
  { title: "The API itself", words: ["api", "explain", "serve"] },
];
