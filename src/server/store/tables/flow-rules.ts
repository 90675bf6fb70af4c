import { type Json, json, parsed } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import { defaultAccountId } from "../built-in.ts";
import type { FlowRule, Made } from "../records.ts";
import type { Sql } from "../sql.ts";
import { account, identity, times } from "./made.ts";

export interface FlowRulePlace {
  readonly merchant_account_id?: string | undefined;
  readonly flow: string;
  readonly action: string;
}

/** The position is the rule's own, or one made up for it. */
type Positioned = Made & { readonly position: number };

interface RuleRow {
  readonly body: Json<FlowRule>;
}

export function flowRules(sql: Sql) {
  const update = (rule: FlowRule) =>
    sql.update("flow_rules", { position: rule.position, body: json(rule) }, "id = ?", rule.id);
  return {
    update,
    /** Gives each of the rules its place in this order as its position, without gaps. */
    async arrange(order: readonly FlowRule[]): Promise<void> {
      for (const [position, rule] of order.entries())
        if (rule.position !== position) await update({ ...rule, position });
    },
    async find(id: string): Promise<FlowRule | undefined> {
      const row = await sql.get<RuleRow>("SELECT body FROM flow_rules WHERE id = ?", id);
      return row && parsed(row.body);
    },
    /** The rules of one flow and action of one account, by position. */
    async siblings({ action, flow, merchant_account_id = defaultAccountId }: FlowRulePlace) {
      const text = `SELECT body FROM flow_rules WHERE merchant_account_id = ? AND flow = ? AND action = ?
        ORDER BY position, id`;
      const rows = await sql.all<RuleRow>(text, merchant_account_id, flow, action);
      return rows.map((row) => parsed(row.body));
    },
    insert(entry: SeedEntry<"flow_rules">, made: Positioned) {
      const rule = flowRuleOf(entry, made);
      const { id, merchant_account_id, flow, action, position } = rule;
      const body = json(rule);
      return sql.insert("flow_rules", { id, merchant_account_id, flow, action, position, body });
    },
    /** The number of rules in one flow and action of an account. */
    async count({ action, flow, merchant_account_id = defaultAccountId }: FlowRulePlace): Promise<number> {
      const text = `SELECT count(*) AS count FROM flow_rules
        WHERE merchant_account_id = ? AND flow = ? AND action = ?`;
      return (await sql.get<{ count: number }>(text, merchant_account_id, flow, action))?.count ?? 0;
    },
  };
}

function flowRuleOf(entry: SeedEntry<"flow_rules">, made: Positioned): FlowRule {
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
