import fc from "fast-check";
import { expect, it } from "vitest";
import { faithfully } from "../../helpers/faithful.ts";
import { generateKey } from "../../helpers/keys.ts";
import type { Reference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";
import { ids, startSmallCompany } from "../../helpers/small-company.ts";
import { thorough } from "../../helpers/thorough.ts";

const created = "2026-01-10T09:00:00.000Z";
const now = "2026-01-15T12:00:00.000Z";
const unknown = "99999999-0000-4000-8000-000000000000";
const publicKey = generateKey().publicPem;
const keyPair = "ab000000-0000-4000-8000-000000000001";
const rules = [1, 2, 3, 4, 5].map((number) => `f2000000-0000-4000-8000-00000000000${number}`);
const tokens = [ids.activeToken, ids.suspendedToken, ids.inactiveToken];

const world = {
  merchant_accounts: [{ id: "acme", display_name: "Acme" }],
  api_key_pairs: [{ id: keyPair, display_name: "Spare", public_key: publicKey, role_slugs: ["read-only"] }],
  flow_rules: rules.map((id, position) => ({
    id,
    flow: "card-transaction",
    action: "decline-early",
    position,
    description: `Rule ${position}`,
    conditions: [],
    outcome: { type: "boolean", result: true },
    created_at: created,
    updated_at: created,
  })),
};

/** What the service should store, in the simplest form. */
function createModel() {
  return {
    tokens: new Map<string | undefined, string>([
      [tokens[0], "active"],
      [tokens[1], "suspended"],
      [tokens[2], "inactive"],
    ]),
    domains: new Set(["shop.example"]),
    accounts: new Set(["default", "acme"]),
    keyPairs: new Set([keyPair]),
    order: [...rules],
    texts: new Map(
      rules.map((id, index) => [id, { description: `Rule ${index}`, error_code: null }] as const),
    ) as Map<string, { description: string | null; error_code: string | null }>,
    /** What each change should have left in the audit logs. */
    changes: [] as string[],
  };
}

type Model = ReturnType<typeof createModel>;

/** A request, and what the model expects: the status, and the fields of the answer that depend on earlier changes. */
interface Step {
  readonly method: string;
  readonly target: string;
  readonly account?: string;
  readonly body?: unknown;
  apply(model: Model): readonly [number, object?];
}

function switchStep(id: string, verb: "resume" | "suspend", account: string | undefined): Step {
  const [from, to] = verb === "suspend" ? ["active", "suspended"] : ["suspended", "active"];
  return {
    method: "POST",
    target: `/payment-methods/${ids.activeCard}/network-tokens/${id}/${verb}`,
    ...(account === undefined ? {} : { account }),
    apply(model) {
      const status = account === "acme" ? undefined : model.tokens.get(id);
      if (status === undefined) return [404];
      if (status === to) return [200, { status: to }];
      if (status !== from) return [400];
      model.tokens.set(id, to);
      model.changes.push(`updated network-token ${id}`);
      return [200, { status: to, updated_at: now }];
    },
  };
}

function cryptogramStep(id: string): Step {
  return {
    method: "POST",
    target: `/payment-methods/${ids.activeCard}/network-tokens/${id}/cryptogram`,
    body: { merchant_initiated: true },
    apply: (model) => {
      if (!model.tokens.has(id)) return [404];
      return [model.tokens.get(id) === "active" ? 200 : 400];
    },
  };
}

function domainStep(name: string): Step {
  return {
    method: "POST",
    target: `/digital-wallets/${ids.appleWallet}/domains`,
    body: { domain_name: name },
    apply(model) {
      const folded = name.toLowerCase();
      if (model.domains.has(folded)) return [409, { resource_id: ids.appleWallet }];
      model.domains.add(folded);
      model.changes.push(`updated digital-wallet ${ids.appleWallet}`);
      return [200, {}];
    },
  };
}

function accountStep(id: string): Step {
  return {
    method: "POST",
    target: "/merchant-accounts",
    body: { id, display_name: `Account ${id}` },
    apply(model) {
      if (model.accounts.has(id)) return [409, { resource_id: id }];
      model.accounts.add(id);
      model.changes.push(`created merchant-account ${id}`);
      return [201, { id, display_name: `Account ${id}`, created_at: now, account_updater_enabled: false }];
    },
  };
}

function deleteStep(id: string): Step {
  return {
    method: "DELETE",
    target: `/api-key-pairs/${id}`,
    apply(model) {
      if (!model.keyPairs.delete(id)) return [404];
      model.changes.push(`deleted api-key-pair ${id}`);
      return [204];
    },
  };
}

interface RuleChange {
  readonly position: number;
  readonly description?: string | null;
  readonly error_code?: string | null;
}

function ruleStep(id: string, body: RuleChange): Step {
  return {
    method: "PUT",
    target: `/flows/card-transaction/actions/decline-early/rules/${id}`,
    body,
    apply(model) {
      const before = model.texts.get(id);
      if (before === undefined) return [404];
      const { position, ...texts } = body;
      const others = model.order.filter((one) => one !== id);
      const place = Math.min(position, others.length);
      const after = { ...before, ...texts };
      const changed = model.order.indexOf(id) !== place || JSON.stringify(before) !== JSON.stringify(after);
      model.order = [...others.slice(0, place), id, ...others.slice(place)];
      model.texts.set(id, after);
      if (changed) model.changes.push(`updated rule ${id}`);
      return [200, { ...after, id, position: place, ...(changed ? { updated_at: now } : {}) }];
    },
  };
}

function jobStep(methods: readonly string[]): Step {
  return {
    method: "POST",
    target: "/account-updater/jobs",
    body: { payment_method_ids: methods },
    apply(model) {
      if (methods.includes(unknown)) return [404];
      if (!methods.includes(ids.activeCard)) return [204];
      model.changes.push("created account-updater-job");
      const inquiry = expect.objectContaining({ payment_method_id: ids.activeCard });
      return [201, { inquiries: [inquiry], merchant_account_id: "default" }];
    },
  };
}

const anyToken = fc.constantFrom(...tokens, unknown);
const account = fc.constantFrom(undefined, undefined, "default", "acme");

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyToken, fc.constantFrom("suspend", "resume"), account).map((all) => switchStep(...all)),
  anyToken.map(cryptogramStep),
  fc
    .constantFrom("shop.example", "SHOP.example", "new.example", "New.Example", "x.y.z.example")
    .map(domainStep),
  fc.constantFrom("acme", "Acme", "default", "north", "0", "-").map(accountStep),
  fc.constantFrom(keyPair, unknown).map(deleteStep),
  fc
    .tuple(
      fc.constantFrom(...rules, unknown),
      fc.record(
        {
          position: fc.constantFrom(0, 1, 2, 3, 4, 5, 1e9),
          description: fc.constantFrom(null, "a", "Rule 1"),
          error_code: fc.constantFrom(null, "flow_a"),
        },
        { requiredKeys: ["position"] },
      ),
    )
    .map((all) => ruleStep(...all)),
  fc.subarray([ids.activeCard, ids.inactiveCard, unknown], { minLength: 1 }).map(jobStep),
);

/** The changes in the audit logs, besides those of the small company. */
async function recorded(reference: Reference): Promise<string[]> {
  const { json } = await reference.request("GET", "/audit-logs?limit=100");
  const entries: { action: string; resource: { type: string; id: string }; timestamp: string }[] = json.items;
  return entries
    .filter(({ resource, timestamp }) => timestamp === now && resource.type !== "buyer")
    .map(({ action, resource: { id, type } }) => `${action} ${type}${type.endsWith("job") ? "" : ` ${id}`}`);
}

async function orderOfRules(reference: Reference): Promise<string[]> {
  const siblings = await reference.store.read(async ({ flowRules }) => {
    const first = await flowRules.find(rules[0] ?? "");
    return first === undefined ? [] : flowRules.siblings(first);
  });
  expect(siblings.map(({ position }) => position)).toEqual(siblings.map((_, index) => index));
  return siblings.map(({ id }) => id);
}

it("the server changes its resources, refuses, and keeps its audit logs as a model of a few lines does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const reference = await fresh(startSmallCompany(world));
      const ask = faithfully(reference);
      const model = createModel();
      for (const one of steps) {
        const [status, fields = {}] = one.apply(model);
        const json = status === 204 ? undefined : expect.objectContaining(fields);
        expect(await ask(one)).toEqual({ status, json });
      }
      expect((await recorded(reference)).sort()).toEqual(model.changes.sort());
      expect(await orderOfRules(reference)).toEqual(model.order);
    }),
    { seed: 20260115, numRuns: thorough(15, 60) },
  );
});
