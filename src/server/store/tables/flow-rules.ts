import { type Json, json, parsed } from "../../json.ts";
import { defaultAccountId } from "../built-in.ts";
import type { Database } from "../database.ts";
import { insertRow } from "../insert-row.ts";
import type { StoredFlowRule } from "../records.ts";

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
