import { useMemo, useState } from "preact/hooks";
import type { StoredList } from "../../contract/control/words.ts";
import { type Actions, firstList } from "./actions.ts";
import { addressOf } from "./address.ts";
import { JsonView } from "./json-view.tsx";
import { copy, Empty, Field, Form, Id, Section, Split, Text } from "./parts.tsx";
import type { PageState, StoredRow } from "./state.ts";
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
const rowHeight = 40;

interface Props {
  readonly state: PageState;
  readonly actions: Actions;
}

/** What is stored, by the lists of a seed. */
export function DataSection({ actions, state }: Props) {
  const { data, view } = state;
  const { filters, open, section, world } = view;
  const [list = firstList, id] = open;
  const rows = data?.list === list ? data.rows : undefined;
  const { add, search = "" } = filters;
  const shown = useMemo(() => searched(rows ?? [], search), [rows, search]);
  const columns = fields[list as StoredList] ?? ["id"];
  const opened = rows?.find((row) => row.id === id);
  const here = { section, world };
  const detail =
    add === undefined ? (
      opened && <Record row={opened} actions={actions} />
    ) : (
      <AddSeed state={state} actions={actions} />
    );
  return (
    <Section
      title="Data"
      actions={
        <>
          <p class="summary" aria-live="polite">
            {rows !== undefined && counted(shown.length, "record")}
          </p>
          <a class="button" href={addressOf({ ...here, open: [list], filters: { add: "seed" } })}>
            Add a seed document
          </a>
        </>
      }
    >
      <nav class="lists" aria-label="Lists">
        {lists.map((name) => (
          <a
            key={name}
            href={addressOf({ ...here, open: [name] })}
            aria-current={name === list ? "page" : undefined}
          >
            {name.replaceAll("_", " ")}
          </a>
        ))}
      </nav>
      <search class="filters">
        <Field
          label="Search"
          type="search"
          value={search}
          set={(text) => actions.type({ search: text })}
          placeholder="any words of a record"
        />
      </search>
      <Split
        close={() => actions.show({ open: [list], filters: { search } })}
        detailTitle={add === undefined ? "Open record" : "New records"}
        detail={detail}
      >
        {shown.length > 0 && (
          <p class="row cells heads" aria-hidden="true">
            {columns.map((name) => (
              <span key={name} class="cell">
                {name.replaceAll("_", " ")}
              </span>
            ))}
          </p>
        )}
        {shown.length > 0 && (
          <VirtualList
            label={list.replaceAll("_", " ")}
            items={shown}
            rowHeight={rowHeight}
            keyOf={(row) => row.id}
            hrefOf={(row) => addressOf({ ...here, filters: { search }, open: [list, row.id] })}
            isOpen={(row) => row === opened}
            classOf={() => "cells"}
            row={(row) => columns.map((name) => <Cell key={name} name={name} value={row[name]} />)}
          />
        )}
        {rows !== undefined && shown.length === 0 && <NoRows isEmpty={rows.length === 0} list={list} />}
      </Split>
    </Section>
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
          <a href={addressOf({ section: "data", open: [list], filters: { add: "seed" } })}>
            add a seed document
          </a>
          .
        </p>
      )}
    </Empty>
  );
}

function Record({ actions, row }: { readonly row: StoredRow; readonly actions: Actions }) {
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
          id <Id id={row.id} actions={actions} />
        </span>
      </p>
      <div class="buttons">
        <button type="button" onClick={() => copy(JSON.stringify(row, undefined, 2), "the record", actions)}>
          Copy as JSON
        </button>
      </div>
      <JsonView label="Record" value={row} />
    </>
  );
}

const example = `buyers:
  - display_name: Mary Somerville
    external_identifier: guest-1
`;

function AddSeed({ actions, state }: Props) {
  const [text, setText] = useState("");
  return (
    <>
      <h2>Add a seed document</h2>
      <Form
        name="seed"
        problem={state.problem}
        submit={() => actions.addSeed(text).then((isDone) => isDone && setText(""))}
      >
        <div class="field">
          <label for="seed-document">Seed document</label>
          <textarea
            id="seed-document"
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
