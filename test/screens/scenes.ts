import type { Host } from "../../src/context.ts";
import { faulty } from "../commands/merchants/faulty.ts";
import type { RunOptions } from "../helpers/run.ts";
import { ids, startSmallCompany } from "../helpers/small-company.ts";

/** One command line whose screen is recorded. */
export interface Scene {
  readonly name: string;
  readonly line: string;
  readonly code: number;
  /** Widths besides the usual one. */
  readonly also?: readonly number[];
  /** A world of its own, if the demo company will not do; its reference is closed after the scene. */
  readonly prepare?: () => Promise<{
    readonly options: RunOptions;
    /** The part of the transcript that is compared. */
    readonly cut?: (text: string) => string;
  }>;
}

const accounts = ["shop-berlin", "default", "shop-oslo", "shop-rome"]
  .map((id) => `${id},${id}\n`)
  .reduce((text, line) => text + line, "id,display_name\n");

const cards = Array.from({ length: 150 }, (_, index) => ({
  id: `c1000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  kind: "card",
  status: "active",
}));

/** What comes before each drawing of a line of progress. */
const drawn = "\r\u001b[K";

export const scenes: readonly Scene[] = [
  { name: "audit-list", line: "audit list --limit 6", code: 0, also: [45, 120] },
  { name: "audit-list-berlin", line: "audit list --limit 3 --no-staff --tz Europe/Berlin", code: 0 },
  {
    name: "audit-show",
    line: "audit show a1000000-0000-4000-8000-000000000002",
    code: 0,
    also: [45],
    prepare: async () => ({ options: { reference: await startSmallCompany() } }),
  },
  { name: "audit-summary", line: "audit summary --since 14d", code: 0, also: [45] },
  { name: "audit-tail", line: "audit tail --limit 3", code: 130, also: [45, 120], prepare: tail },
  { name: "keys-list", line: "keys list", code: 0 },
  {
    name: "keys-delete",
    line: `keys delete ${ids.ada} ${ids.grace}`,
    code: 11,
    prepare: async () => ({ options: { reference: await startSmallCompany(), stdin: "y\n" } }),
  },
  {
    name: "tokens-suspend",
    line: `tokens suspend ${ids.activeCard} ${ids.activeToken} ${ids.activeCard} ${ids.inactiveToken} --concurrency 1`,
    code: 11,
    also: [120],
    prepare: async () => ({ options: { reference: await startSmallCompany() } }),
  },
  {
    name: "tokens-suspend-refused",
    line: `tokens suspend ${ids.activeCard} ${ids.inactiveToken}`,
    code: 4,
    prepare: async () => ({ options: { reference: await startSmallCompany() } }),
  },
  { name: "merchants-apply", line: "merchants apply -f a.csv --concurrency 1", code: 11, prepare: apply },
  {
    name: "merchants-apply-progress",
    line: "merchants apply -f a.csv --concurrency 1",
    code: 11,
    prepare: async () => ({
      ...(await apply()),
      cut: (text) => text.split(drawn).slice(0, 3).join(drawn),
    }),
  },
  {
    name: "merchants-apply-invalid",
    line: "merchants apply -f a.csv",
    code: 2,
    prepare: async () => ({
      options: {
        reference: await startSmallCompany(),
        files: { "a.csv": "id,display_name,over_capture_amount\nshop 1,,many\nshop-2,Two,1\nshop-2,Two,1\n" },
      },
    }),
  },
  { name: "updater-create", line: "updater create -", code: 11, prepare: updater },
  {
    name: "giftcards-balances",
    line: `giftcards balances --id ${ids.fullGiftCard} --id ${ids.expiredGiftCard}`,
    code: 11,
    prepare: async () => ({ options: { reference: await startSmallCompany() } }),
  },
];

/** Two entries that are wider than all before them arrive while the list is followed. */
async function tail() {
  const reference = await startSmallCompany();
  const stopped = new AbortController();
  const names = ["An account with a name that is longer than any that came before it", "B"];
  const alter = (host: Host): Host => ({
    ...host,
    signal: stopped.signal,
    async sleep() {
      const name = names.shift();
      if (name === undefined) stopped.abort("SIGINT");
      stopped.signal.throwIfAborted();
      const body = { id: `account-${names.length}`, display_name: name };
      await reference.request("POST", "/merchant-accounts", { body });
    },
  });
  return { options: { reference, alter } };
}

/** One account already exists, and one is refused by a failing service. */
async function apply() {
  const reference = await startSmallCompany();
  const exchange = faulty(reference.exchange, (count) => (count === 3 ? "500" : undefined));
  return { options: { reference, exchange, files: { "a.csv": accounts } } };
}

/** The answer to the second job is lost. */
async function updater() {
  const reference = await startSmallCompany({ payment_methods: cards, network_tokens: [] });
  const exchange = faulty(reference.exchange, (count) => (count === 2 ? "after" : undefined));
  return { options: { reference, exchange, stdin: cards.map(({ id }) => id).join("\n") } };
}
