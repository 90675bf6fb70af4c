import { useEffect, useMemo, useState } from "preact/hooks";
import type { ControlAnswer } from "../../contract/control/client.ts";
import type { StoredList } from "../../contract/control/words.ts";
import { grouped } from "../../values/text.ts";
import { addressOf } from "./address.ts";
import { counted, JsonView, Search, Split, Text } from "./parts.tsx";
import { hasWords } from "./requests.ts";
import { attempt, call, status } from "./server.ts";
import { filter, show, view } from "./view.ts";

/** The fields of each list that tell its rows apart, the most distinctive first. */
const fields: Readonly<Record<StoredList, readonly string[]>> = {
  merchant_accounts: ["id", "display_name", "created_at"],
  roles: ["slug", "name", "description"],
  users: ["name", "email_address", "status", "id"],
  api_key_pairs: ["display_name", "active", "last_used_at", "id"],
  buyers: ["display_name", "external_identifier", "merchant_account_id", "created_at", "id"],
  payment_methods: ["id", "kind", "status", "merchant_account_id", "buyer_id"],
  network_tokens: ["id", "status", "expiration_date", "payment_method_id"],
  digital_wallets: ["provider", "domain_names", "merchant_account_id", "id"],
  gift_cards: ["number", "balance", "currency", "error_code", "id"],
  three_ds_configurations: ["merchant_name", "scheme", "currency", "merchant_account_id", "id"],
  flow_rules: ["description", "flow", "action", "position", "id"],
  audit_logs: ["action", "resource", "user", "timestamp"],
  account_updater_jobs: ["id", "merchant_account_id", "created_at"],
};

const lists = Object.keys(fields) as readonly StoredList[];

/** More are found by a search. */
const mostRows = 1000;

type StoredRow = ControlAnswer<"listData">["items"][number];

interface Stored {
  readonly list: StoredList;
  readonly rows: readonly StoredRow[];
  readonly counts: ControlAnswer<"countData">["counts"];
}

/** What is stored in a list, asked for again whenever the server was; undefined until there is an answer. */
function useStored(list: StoredList): Stored | undefined {
  const [stored, setStored] = useState<Stored>();
  useEffect(() => {
    let isWanted = true;
    const asked = Promise.all([call("listData", { path: { list } }), call("countData", {})]);
    void attempt(asked, ([{ items: rows }, { counts }]) => {
      if (isWanted) setStored({ list, rows, counts });
    });
    return () => {
      isWanted = false;
    };
  }, [list, status.value]);
  return stored;
}

/** What is stored, by the lists of a seed. */
export function DataSection() {
  const { filters, open } = view.value;
  const { search = "" } = filters;
  const list = lists.find((name) => name === open[0]) ?? "merchant_accounts";
  const stored = useStored(list);
  const rows = stored?.list === list ? stored.rows : undefined;
  const found = useMemo(() => rows?.filter((row) => hasWords(JSON.stringify(row), search)), [rows, search]);
  const opened = open[1] === undefined ? undefined : rows?.find(({ id }) => id === open[1]);
  return (
    <>
      <header class="bar">
        <h1>Data</h1>
        <search>
          <Search value={search} set={(text) => filter({ search: text }, "replace")} />
        </search>
        <span class="faint" aria-live="polite">
          {found !== undefined && counted(found.length, "record")}
          {found !== undefined && found.length > mostRows && `, the first ${grouped(mostRows)} shown`}
        </span>
      </header>
      <div class="stored">
        <nav aria-label="Lists">
          {lists.map((name) => (
            <a
              key={name}
              href={addressOf({ section: "data", open: [name] })}
              aria-label={name.replaceAll("_", " ")}
              aria-current={name === list ? "page" : undefined}
            >
              <span>{name.replaceAll("_", " ")}</span>
              <span class="faint">{stored && grouped(stored.counts[name] ?? 0)}</span>
            </a>
          ))}
        </nav>
        <Split
          opened={opened && open[1]}
          label="Open record"
          detail={
            opened && (
              <>
                <h2>
                  <Text text={cellText(opened[fields[list][0] ?? "id"])} />
                </h2>
                <JsonView label="Record" value={opened} />
              </>
            )
          }
          close={() => show({ open: [list] })}
        >
          {found?.length === 0 && <p class="empty">No record</p>}
          <Rows list={list} rows={found?.slice(0, mostRows) ?? []} opened={opened} />
        </Split>
      </div>
    </>
  );
}

interface RowsProps extends Pick<Stored, "list" | "rows"> {
  readonly opened: StoredRow | undefined;
}

function Rows({ list, opened, rows }: RowsProps) {
  const { filters } = view.value;
  const columns = fields[list];
  return (
    <>
      {rows.length > 0 && (
        <p class="row cells heads" aria-hidden="true">
          {columns.map((name) => (
            <span key={name}>{name.replaceAll("_", " ")}</span>
          ))}
        </p>
      )}
      <ul class="rows" aria-label={list.replaceAll("_", " ")}>
        {rows.map((row) => (
          <li key={row.id ?? JSON.stringify(row)}>
            <a
              class="row cells"
              href={addressOf({ section: "data", filters, open: [list, row.id ?? ""] })}
              aria-current={row === opened ? "true" : undefined}
            >
              {columns.map((name) => (
                <span key={name}>
                  <Text text={cellText(row[name])} />
                </span>
              ))}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function cellText(value: unknown): string {
  if (Array.isArray(value)) return value.map(cellText).join(", ");
  if (typeof value === "object" && value !== null) {
    const { id, name, type } = value as Readonly<Record<string, unknown>>;
    return `${type} ${name ?? id}`;
  }
  const text = String(value ?? "–");
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? text.slice(0, 16).replace("T", " ") : text;
}
