import { type Json, json, parsed } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import { defaultAccountId } from "../built-in.ts";
import type { Made, StoredFlowRule } from "../records.ts";
import type { Sql } from "../sql.ts";
import { account, identity, times } from "./made.ts";

export interface FlowRules {
  find(id: string): Promise<StoredFlowRule | undefined>;
  /** The rules of one flow and action of one account, by position. */
  siblings(place: FlowRulePlace): Promise<readonly StoredFlowRule[]>;
  update(rule: StoredFlowRule): Promise<void>;
  /** Gives each of the rules its place in this order as its position, without gaps. */
  arrange(order: readonly StoredFlowRule[]): Promise<void>;
  /** `position` is the rule's own, or one made up for it. */
  insert(entry: SeedEntry<"flow_rules">, made: Made & { readonly position: number }): Promise<void>;
  /** The number of rules in one flow and action of an account. */
  count(place: FlowRulePlace): Promise<number>;
}

export interface FlowRulePlace {
  readonly merchant_account_id?: string | undefined;
  readonly flow: string;
  readonly action: string;
}

interface RuleRow {
  readonly body: Json<StoredFlowRule>;
}

export function flowRules(sql: Sql): FlowRules {
  const update = (rule: StoredFlowRule) => {
    const change = { set: "position = ?, body = ?", where: "id = ?" };
    return sql.update("flow_rules", change, rule.position, json(rule), rule.id);
  };
  return {
    update,
    async arrange(order) {
      for (const [position, rule] of order.entries())
        if (rule.position !== position) await update({ ...rule, position });
    },
    async find(id) {
      const row = await sql.get<RuleRow>("SELECT body FROM flow_rules WHERE id = ?", id);
      return row && parsed(row.body);
    },
    async siblings({ action, flow, merchant_account_id = defaultAccountId }) {
      const text = `SELECT body FROM flow_rules WHERE merchant_account_id = ? AND flow = ? AND action = ?
        ORDER BY position, id`;
      const rows = await sql.all<RuleRow>(text, merchant_account_id, flow, action);
      return rows.map((row) => parsed(row.body));
    },
    insert(entry, made) {
      const rule = flowRuleOf(entry, made);
      const { id, merchant_account_id, flow, action, position } = rule;
      const body = json(rule);
      return sql.insert("flow_rules", { id, merchant_account_id, flow, action, position, body });
    },
    async count({ action, flow, merchant_account_id = defaultAccountId }) {
      const text = `SELECT count(*) AS count FROM flow_rules
        WHERE merchant_account_id = ? AND flow = ? AND action = ?`;
      return (await sql.get<{ count: number }>(text, merchant_account_id, flow, action))?.count ?? 0;
    },
  };
}

function flowRuleOf(
  entry: SeedEntry<"flow_rules">,
  made: Made & { readonly position: number },
): StoredFlowRule {
  return {
    type: "rule",
    ...entry,
    ...identity(entry, made),
    ...account(entry),
    description: entry.description ?? null,
    conditions: entry.conditions ?? [],
    position: made.position,
    error_code: entry.error_code ?? null,
    ...times(entry, made),
  };
}
