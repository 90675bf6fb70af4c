import type { Files } from "./world.ts";

/** A picture of the terminal: what it shows, in words, and the commands that it shows. */
export interface Picture {
  readonly title: string;
  readonly lines: readonly string[];
  readonly files?: Files;
}

const accounts = `- id: shop-berlin
  display_name: Shop Berlin
- id: shop-oslo
  display_name: Shop Oslo
- id: shop-rome
  display_name: Shop Rome
`;

/** One after another on one screen. */
export const stills: Readonly<Record<string, Picture>> = {
  "buyers-list": {
    title: "A terminal with a table of buyers, and a note that more exist",
    lines: ["payctl buyers list --limit 8"],
  },
  "audit-summary": {
    title: "A terminal with counts of audit logs by day, person, action, resource type and hour of the week",
    lines: ["payctl audit summary --since 14d"],
  },
  error: {
    title: "A terminal with three errors, each with a hint at what to do",
    lines: [
      "payctl buyers lst",
      "payctl merchants create 'shop oslo' --display-name 'Shop Oslo'",
      "payctl keys delete ecaa18ae-1ca6-8085-890b-f2ef2bc77eac --no-input",
    ],
  },
};

/** One after another, each on an empty screen. */
export const film: Picture = {
  title: "A terminal in which audit logs are listed, and merchant accounts made and found in the audit logs",
  lines: [
    "payctl audit list --since 7d --action deleted",
    "payctl merchants apply -f accounts.yaml --concurrency 1",
    "payctl merchants create shop-oslo --display-name 'Shop Oslo'",
    "payctl audit list --resource-type merchant-account --limit 5",
  ],
  files: { "accounts.yaml": accounts },
};
