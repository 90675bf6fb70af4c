import type { StoredList } from "../../contract/control/words.ts";
import { notesOn } from "./notes.ts";
import { dataTables } from "./schema.ts";
import type { Sql } from "./sql.ts";
import type { Resources } from "./store.ts";
import { storedListsOn } from "./stored-lists.ts";
import { accountUpdaterJobs } from "./tables/account-updater-jobs.ts";
import { apiKeyPairs } from "./tables/api-key-pairs.ts";
import { auditLogs } from "./tables/audit-logs.ts";
import { buyers } from "./tables/buyers.ts";
import { digitalWallets } from "./tables/digital-wallets.ts";
import { flowRules } from "./tables/flow-rules.ts";
import { giftCards } from "./tables/gift-cards.ts";
import { merchantAccounts } from "./tables/merchant-accounts.ts";
import { networkTokens } from "./tables/network-tokens.ts";
import { paymentMethods } from "./tables/payment-methods.ts";
import { roles } from "./tables/roles.ts";
import { threeDsConfigurations } from "./tables/three-ds-configurations.ts";
import { users } from "./tables/users.ts";

/** The resources of a transaction, on either engine; each is made when it is asked for, as most requests need one. */
export function createResources(sql: Sql): Resources {
  return {
    replacing: async (list, id) => createResources(await replacing(sql, list, id)),
    get accountUpdaterJobs() {
      return accountUpdaterJobs(sql);
    },
    get apiKeyPairs() {
      return apiKeyPairs(sql);
    },
    get auditLogs() {
      return auditLogs(sql);
    },
    get buyers() {
      return buyers(sql);
    },
    get digitalWallets() {
      return digitalWallets(sql);
    },
    get flowRules() {
      return flowRules(sql);
    },
    get giftCards() {
      return giftCards(sql);
    },
    get lists() {
      return storedListsOn(sql);
    },
    get merchantAccounts() {
      return merchantAccounts(sql);
    },
    get networkTokens() {
      return networkTokens(sql);
    },
    get notes() {
      return notesOn(sql);
    },
    get paymentMethods() {
      return paymentMethods(sql);
    },
    get roles() {
      return roles(sql);
    },
    get threeDsConfigurations() {
      return threeDsConfigurations(sql);
    },
    get users() {
      return users(sql);
    },
  };
}

/** The same statements, except that an insertion into the table changes its row with the id; what that owns is deleted. */
async function replacing(sql: Sql, table: StoredList, id: string): Promise<Sql> {
  for (const { name, owners = {} } of dataTables) {
    const columns = Object.keys(owners).filter((column) => owners[column] === table);
    for (const column of columns) await sql.delete(name, `${column} = ?`, id);
  }
  return {
    ...sql,
    insert(name, row) {
      if (name !== table) return sql.insert(name, row);
      const set = Object.keys(row).map((column) => `${column} = ?`);
      return sql.update(name, { set: set.join(", "), where: "id = ?" }, ...Object.values(row), id);
    },
  };
}
