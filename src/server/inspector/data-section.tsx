import { useMemo } from "preact/hooks";
import type { StoredList } from "../../contract/control/words.ts";
import { grouped } from "../../values/text.ts";
import { addressOf, finding } from "./address.ts";
import type { ControlAnswer } from "./control-client.ts";
import { useAnswer, useInspector, useNavigation } from "./inspector.ts";
import { JsonView } from "./json-view.tsx";
import { Button, counted, Empty, Field, Id, Link, Section, Split, shortId, Text, useCopy } from "./parts.tsx";
import { shortTime } from "./times.ts";
import { VirtualList } from "./virtual-list.tsx";

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

type StoredRow = ControlAnswer<"listData">["items"][number];

const lists = Object.keys(fields);
/** The one that is shown until another is chosen. */
const firstList = "merchant_accounts";
const rowHeight = 32;

/** What is stored, by the lists of a seed. */
export function DataSection() {
  const { show, type } = useNavigation();
  const { filters, open } = useInspector().view.value;
  const [wanted = "", id] = open;
  const list = lists.includes(wanted) ? wanted : firstList;
  const { search = "" } = filters;
  const rows = useAnswer("listData", { path: { list } })?.items;
  const shownList = list.replaceAll("_", " ");
  const shown = useMemo(() => searched(rows ?? [], search), [rows, search]);
  const opened = rows?.find((row): row is StoredRow & { id: string } => row.id === id);
  return (
    <Section
      title="Data"
      actions={
        <>
          <search class="filters">
            <Field
              label="Search"
              type="search"
              value={search}
              set={(text) => type({ search: text })}
              placeholder="any words of a record"
            />
          </search>
          <p class="summary" aria-live="polite">
            {rows !== undefined && counted(shown.length, "record")}
          </p>
        </>
      }
    >
      <div class="listed">
        <Lists list={list} />
        <Split
          close={() => show({ open: [list], filters: { search } })}
          detailTitle="Open record"
          detail={opened && <RecordDetail row={opened} />}
        >
          {shown.length > 0 && <Rows list={list} rows={shown} opened={opened} />}
          {rows !== undefined && shown.length === 0 && (
            <Empty title={rows.length === 0 ? `No ${shownList}` : `No record of ${shownList} matches`} />
          )}
        </Split>
      </div>
    </Section>
  );
}

function Lists({ list }: { readonly list: string }) {
  const counts: Readonly<Record<string, number>> = useAnswer("countData", {})?.counts ?? {};
  return (
    <nav class="lists" aria-label="Lists">
      {lists.map((name) => (
        <span key={name} class="list">
          <Link to={{ section: "data", open: [name] }} aria-current={name === list ? "page" : undefined}>
            {name.replaceAll("_", " ")}
          </Link>
          <span class="count">{grouped(counts[name] ?? 0)}</span>
        </span>
      ))}
    </nav>
  );
}

function Rows({
  list,
  opened,
  rows,
}: {
  readonly list: string;
  readonly rows: readonly StoredRow[];
  readonly opened: StoredRow | undefined;
}) {
  const { filters, section, world } = useInspector().view.value;
  const { search = "" } = filters;
  const columns = fields[list as StoredList] ?? ["id"];
  return (
    <>
      <p class="row cells heads" aria-hidden="true">
        {columns.map((name) => (
          <span key={name} class="cell">
            {name.replaceAll("_", " ")}
          </span>
        ))}
      </p>
      <VirtualList
        label={list.replaceAll("_", " ")}
        items={rows}
        rowHeight={rowHeight}
        keyOf={(row) => row.id ?? JSON.stringify(row)}
        hrefOf={(row) => addressOf({ section, world, filters: { search }, open: [list, row.id ?? ""] })}
        isOpen={(row) => row === opened}
        classOf={() => "cells"}
        row={(row) => columns.map((name) => <Cell key={name} name={name} value={row[name]} />)}
      />
    </>
  );
}

function searched(rows: readonly StoredRow[], search: string): readonly StoredRow[] {
  if (search.trim() === "") return rows;
  const isFound = finding(search);
  return rows.filter((row) => isFound(JSON.stringify(row)));
}

function Cell({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <span class={`cell ${/id$|_at$|timestamp/.test(name) ? "faint" : ""}`} title={name.replaceAll("_", " ")}>
      <Text text={cellText(value)} />
    </span>
  );
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map(cellText).join(", ") || "–";
  if (typeof value === "object") {
    const { id, name, type } = value as Readonly<Record<string, unknown>>;
    return [type === "user" ? undefined : type, name ?? id]
      .filter((part) => part !== undefined)
      .map(String)
      .join(" ");
  }
  const text = String(value);
  return isTime.test(text) ? shortTime(text).slice(0, 16) : shortId(text);
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** One record in full. */
function RecordDetail({ row }: { readonly row: StoredRow & { readonly id: string } }) {
  const copy = useCopy();
  return (
    <>
      <h2>
        <Text text={titleOf(row)} />
      </h2>
      <p class="faint facts">
        <span>
          id <Id id={row.id} />
        </span>
      </p>
      <div class="buttons">
        <Button onClick={() => copy(JSON.stringify(row, undefined, 2), "the record")}>Copy as JSON</Button>
      </div>
      <JsonView label="Record" value={row} />
    </>
  );
}

/** What people call it. */
function titleOf(row: StoredRow): string {
  const names = ["display_name", "name", "description"].map((name) => row[name]);
  return String(names.find((name) => typeof name === "string" && name !== "") ?? row.id);
}
