import type { Answer, ChildServer } from "./child-server.ts";

/** What a client knows about its changes. */
export interface Ledger {
  /** Ids of merchant accounts that were answered. */
  readonly accounts: Set<string>;
  /** Ids of jobs that were answered. */
  readonly jobs: Set<string>;
  /** How often each network token was switched, as far as that was answered. */
  readonly switches: Map<string, number>;
}

export function createLedger(): Ledger {
  return { accounts: new Set(), jobs: new Set(), switches: new Map() };
}

/** Changes that were answered, of the kind that has the fewest. */
export function fewestAnswered({ accounts, jobs, switches }: Ledger): number {
  return Math.min(accounts.size, jobs.size, switches.size);
}

interface Row {
  readonly id: string;
  readonly status?: string;
  readonly resource?: { readonly type: string; readonly id: string };
}

/** Everything in the data of a server that contradicts what clients were told; empty if nothing does. */
export async function judge(server: ChildServer, ledger: Ledger): Promise<string[]> {
  const accounts = await list(server, "merchant_accounts");
  const logs = await list(server, "audit_logs");
  const recorded = (type: string) =>
    logs.flatMap(({ resource }) => (resource?.type === type ? resource.id : []));
  const created = accounts.map(({ id }) => id).filter((id) => id !== "default");
  const jobs = (await list(server, "account_updater_jobs")).map(({ id }) => id);
  return [
    ...lost("account", ledger.accounts, created),
    ...lost("job", ledger.jobs, jobs),
    ...halves("account", created, recorded("merchant-account")),
    ...halves("job", jobs, recorded("account-updater-job")),
    ...switchProblems(await list(server, "network_tokens"), recorded("network-token"), ledger),
  ];
}

async function list(server: ChildServer, name: string): Promise<readonly Row[]> {
  const { json }: Answer = await server.request("GET", `/_reference/data/${name}`);
  return json.items;
}

function lost(kind: string, answered: ReadonlySet<string>, kept: readonly string[]): string[] {
  const there = new Set(kept);
  return [...answered]
    .filter((id) => !there.has(id))
    .map((id) => `the ${kind} ${id} was answered and is gone`);
}

/** A change and its audit entry exist together, once each, or not at all. */
function halves(kind: string, kept: readonly string[], recorded: readonly string[]): string[] {
  const [rows, entries] = [new Set(kept), new Set(recorded)];
  return [
    ...kept.filter((id) => !entries.has(id)).map((id) => `the ${kind} ${id} has no audit entry`),
    ...recorded
      .filter((id) => !rows.has(id))
      .map((id) => `an audit entry names the ${kind} ${id}, which is not there`),
    ...(entries.size === recorded.length ? [] : [`a ${kind} has two audit entries`]),
  ];
}

/** Each switch writes one entry, so their number gives the status; one switch at a time may be unanswered. */
function switchProblems(tokens: readonly Row[], recorded: readonly string[], { switches }: Ledger): string[] {
  return tokens.flatMap(({ id, status }) => {
    const count = recorded.filter((name) => name === id).length;
    const answered = switches.get(id) ?? 0;
    const expected = count % 2 === 0 ? "active" : "suspended";
    return [
      ...(status === expected ? [] : [`the token ${id} is ${status} after ${count} recorded switches`]),
      ...(count >= answered ? [] : [`the token ${id} has lost ${answered - count} switches`]),
    ];
  });
}
