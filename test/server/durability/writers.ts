import { randomUUID } from "node:crypto";
import type { ChildServer } from "./child-server.ts";
import type { Ledger } from "./ledger.ts";

/** Makes one change and notes it once it is answered. */
export type Writer = (server: ChildServer, ledger: Ledger) => Promise<void>;

const methodIds = ["d0000000-0000-4000-8000-000000000001", "d0000000-0000-4000-8000-000000000002"];
const tokenIds = ["e0000000-0000-4000-8000-000000000001", "e0000000-0000-4000-8000-000000000002"];

/** What the writers work on. */
export const seed = {
  payment_methods: methodIds.map((id) => ({ id })),
  network_tokens: tokenIds.map((id, index) => ({
    id,
    payment_method_id: methodIds[index],
    expiration_date: "12/39",
    token: `token-${index}`,
  })),
};

/** Several of each kind, so that their changes share commits. */
export const writers: readonly Writer[] = [
  createAccount,
  createAccount,
  createJob,
  createJob,
  ...tokenIds.map((id, index) => switchToken(methodIds[index] ?? "", id)),
];

async function createAccount(server: ChildServer, { accounts }: Ledger): Promise<void> {
  const account = { id: randomUUID(), display_name: "Durable" };
  const { status } = await server.request("POST", "/merchant-accounts", account);
  if (status !== 201) throw new Error(`answered ${status}`);
  accounts.add(account.id);
}

async function createJob(server: ChildServer, { jobs }: Ledger): Promise<void> {
  const body = { payment_method_ids: methodIds };
  const { json, status } = await server.request("POST", "/account-updater/jobs", body);
  if (status !== 201) throw new Error(`answered ${status}`);
  jobs.add(json.id);
}

/** Suspends and resumes in turn; only the server knows which is next. */
function switchToken(methodId: string, id: string): Writer {
  const path = `/payment-methods/${methodId}/network-tokens/${id}`;
  return async (server, { switches }) => {
    const verb = (await tokenStatus(server, id)) === "active" ? "suspend" : "resume";
    const { status } = await server.request("POST", `${path}/${verb}`);
    if (status !== 200) throw new Error(`answered ${status}`);
    switches.set(id, (switches.get(id) ?? 0) + 1);
  };
}

async function tokenStatus(server: ChildServer, id: string): Promise<string | undefined> {
  const { json } = await server.request("GET", "/_reference/data/network_tokens");
  return json.items.find((token: { id: string }) => token.id === id)?.status;
}
