import { useId, useMemo, useState } from "preact/hooks";
import type { StoredList } from "../../contract/control/words.ts";
import { addressOf } from "./address.ts";
import type { ControlAnswer } from "./control-client.ts";
import { useAnswer, useInspector, useNavigation } from "./inspector.ts";
import { JsonView } from "./json-view.tsx";
import { Button, Empty, Field, Form, Id, Link, Section, Split, Text, useCopy } from "./parts.tsx";
import { VirtualList } from "./virtual-list.tsx";
import { counted, exactTime, shortId } from "./words.ts";

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

const lists: readonly string[] = Object.keys(fields);
/** The one that is shown until another is chosen. */
const firstList = "merchant_accounts";
const rowHeight = 40;

type StoredRow = ControlAnswer<"listData">["items"][number];

/** What is stored, by the lists of a seed. */
export function DataSection() {
  const { show, type } = useNavigation();
  const { filters, open } = useInspector().view.value;
  const [list = firstList, id] = open;
  const { add, search = "" } = filters;
  const rows = useAnswer("listData", { path: { list } })?.items;
  const shown = useMemo(() => searched(rows ?? [], search), [rows, search]);
  const opened = rows?.find((row) => row.id === id);
  return (
    <Section
      title="Data"
      actions={
        <>
          <p class="summary" aria-live="polite">
            {rows !== undefined && counted(shown.length, "record")}
          </p>
          <Link class="button" to={{ section: "data", open: [list], filters: { add: "seed" } }}>
            Add a seed document
          </Link>
        </>
      }
    >
      <Lists list={list} />
      <search class="filters">
        <Field
          label="Search"
          type="search"
          value={search}
          set={(text) => type({ search: text })}
          placeholder="any words of a record"
        />
      </search>
      <Split
        close={() => show({ open: [list], filters: { search } })}
        detailTitle={add === undefined ? "Open record" : "New records"}
        detail={add === undefined ? opened && <Record row={opened} /> : <AddSeed />}
      >
        {shown.length > 0 && <Rows list={list} rows={shown} opened={opened} />}
        {rows !== undefined && shown.length === 0 && <NoRows isEmpty={rows.length === 0} list={list} />}
      </Split>
    </Section>
  );
}

function Lists({ list }: { readonly list: string }) {
  return (
    <nav class="lists" aria-label="Lists">
      {lists.map((name) => (
        <Link
          key={name}
          to={{ section: "data", open: [name] }}
          aria-current={name === list ? "page" : undefined}
        >
          {name.replaceAll("_", " ")}
        </Link>
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
        keyOf={(row) => row.id}
        hrefOf={(row) => addressOf({ section, world, filters: { search }, open: [list, row.id] })}
        isOpen={(row) => row === opened}
        classOf={() => "cells"}
        row={(row) => columns.map((name) => <Cell key={name} name={name} value={row[name]} />)}
      />
    </>
  );
}

function searched(rows: readonly StoredRow[], search: string): readonly StoredRow[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = JSON.stringify(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
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
  return isTime.test(text) ? exactTime(text).slice(0, 16) : shortId(text);
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function NoRows({ isEmpty, list }: { readonly isEmpty: boolean; readonly list: string }) {
  const name = list.replaceAll("_", " ");
  return (
    <Empty title={isEmpty ? `No ${name}` : `No record of ${name} matches`}>
      {isEmpty && (
        <p>
          Let your application make some, or{" "}
          <Link to={{ section: "data", open: [list], filters: { add: "seed" } }}>add a seed document</Link>.
        </p>
      )}
    </Empty>
  );
}

function Record({ row }: { readonly row: StoredRow }) {
  const copy = useCopy();
  const title = ["display_name", "name", "description"]
    .map((name) => row[name])
    .find((text) => typeof text === "string");
  return (
    <>
      <h2>
        <Text text={typeof title === "string" ? title : row.id} />
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

const example = `buyers:
  - display_name: Mary Somerville
    external_identifier: guest-1
`;

function useAddSeed() {
  const { attempt, call } = useInspector();
  return (document: string) =>
    attempt("seed", async () => {
      const { added } = await call("addSeed", { body: document });
      const counts = Object.entries(added).map(([list, count]) => `${count} in ${list}`);
      return { text: `Added ${counts.join(", ") || "nothing"}` };
    });
}

function AddSeed() {
  const add = useAddSeed();
  const [text, setText] = useState("");
  const id = useId();
  return (
    <>
      <h2>Add a seed document</h2>
      <Form name="seed" submit={() => add(text).then((isDone) => isDone && setText(""))}>
        <div class="field">
          <label for={id}>Seed document</label>
          <textarea
            id={id}
            rows={14}
            spellcheck={false}
            value={text}
            placeholder={example}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
        <p class="faint">
          JSON or YAML: lists with the fields of the API. Missing ids and times are made up. It is added
          completely or not at all.
        </p>
        <button type="submit" class="primary" disabled={text.trim() === ""}>
          Add
        </button>
      </Form>
    </>
  );
}
