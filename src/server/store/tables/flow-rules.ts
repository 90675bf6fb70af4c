import { type Json, json, parsed } from "../../json.ts";
import type { Entry } from "../../seed/seed.ts";
import { defaultAccountId } from "../built-in.ts";
import { type Database, insertRow } from "../database.ts";
import type { StoredFlowRule } from "../records.ts";
import { account, identity, type Made, times } from "./made.ts";

export interface FlowRules {
  find(id: string): Promise<StoredFlowRule | undefined>;
  /** The rules of one flow and action of one account, by position. */
  siblings(rule: StoredFlowRule): Promise<readonly StoredFlowRule[]>;
  update(rule: StoredFlowRule): Promise<void>;
}

interface FlowRulePlace {
  readonly merchant_account_id?: string | undefined;
  readonly flow: string;
  readonly action: string;
}

interface RuleRow {
  readonly body: Json<StoredFlowRule>;
}

export function flowRules(database: Database): FlowRules {
  return {
    async find(id) {
      const row = database.get<RuleRow>("SELECT body FROM flow_rules WHERE id = ?", id);
      return row && parsed(row.body);
    },
    async siblings(rule) {
      const sql = `SELECT body FROM flow_rules WHERE merchant_account_id = ? AND flow = ? AND action = ?
        ORDER BY position, id`;
      const rows = database.all<RuleRow>(sql, rule.merchant_account_id, rule.flow, rule.action);
      return rows.map((row) => parsed(row.body));
    },
    async update(rule) {
      const sql = "UPDATE flow_rules SET position = ?, body = ? WHERE id = ?";
      database.run(sql, rule.position, json(rule), rule.id);
    },
  };
}

export function insertFlowRule(database: Database, rule: StoredFlowRule): void {
  const { id, merchant_account_id, flow, action, position } = rule;
  const body = json(rule);
  insertRow(database, "flow_rules", { id, merchant_account_id, flow, action, position, body });
}

/** How many rules stand in one flow and action of an account. */
export function countFlowRules(
  database: Database,
  { action, flow, merchant_account_id = defaultAccountId }: FlowRulePlace,
): number {
  const sql = `SELECT count(*) AS count FROM flow_rules
    WHERE merchant_account_id = ? AND flow = ? AND action = ?`;
  return database.get<{ count: number }>(sql, merchant_account_id, flow, action)?.count ?? 0;
}

/** `position` is the rule's own, or the one that is made up for it. */
export function flowRuleOf(
  entry: Entry<"flow_rules">,
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
