import type { StoredList } from "../../contract/control/words.ts";
import { dataTables } from "./schema.ts";
import type { Sql } from "./sql.ts";
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

/** The resources of a transaction, whose methods speak of resources, never of SQL. */
interface Resources extends ReturnType<typeof tablesOn> {
  /** The same resources, where what is inserted into a list replaces its row with the id. */
  replacing(list: StoredList, id: string): Promise<Resources>;
}

export function createResources(sql: Sql): Resources {
  return Object.assign(tablesOn(sql), {
    replacing: async (list: StoredList, id: string) => createResources(await replacing(sql, list, id)),
  });
}

/** Each is made when it is asked for, as most requests need one. */
function tablesOn(sql: Sql) {
  return {
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

/** Texts that are stored under a name next to the data. */
function notesOn(sql: Sql) {
  return {
    async find(name: string): Promise<string | undefined> {
      const row = await sql.get<{ value: Uint8Array }>("SELECT value FROM meta WHERE name = ?", name);
      return row && Buffer.from(row.value).toString();
    },
    async keep(name: string, text: string): Promise<void> {
      await sql.delete("meta", "name = ?", name);
      await sql.insert("meta", { name, value: Buffer.from(text) });
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
    insert: (name, row) => (name === table ? sql.update(name, row, "id = ?", id) : sql.insert(name, row)),
  };
}
