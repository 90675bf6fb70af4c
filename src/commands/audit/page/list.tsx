import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { grouped } from "../../../values/text.ts";
import type { PageData, PageEntry } from "./audit-page.ts";
import { changeView, Link, selection } from "./selection.tsx";

const columns: Readonly<Record<string, (entry: PageEntry) => ComponentChildren>> = {
  Time: ({ time }) => time,
  Who: ({ isStaff, person, who }) => (
    <>
      <Link name="person" value={person}>
        {who}
      </Link>
      {isStaff && <span class="mark"> (staff)</span>}
    </>
  ),
  Action: ({ action }) => word("action", action),
  "Resource type": ({ type }) => word("type", type),
  Resource: ({ resource }) => resource,
  Account: ({ account }) => account,
};

function word(name: string, value: string) {
  return (
    <Link name={name} value={value}>
      {value || "(none)"}
    </Link>
  );
}

/** It does not look at the selection, so that a click does not draw thousands of rows anew. */
function Row({ entry }: { readonly entry: PageEntry }) {
  const cells = Object.entries(columns).map(([title, cell]) => (
    <td key={title} data-name={title} dir="auto">
      {cell(entry)}
    </td>
  ));
  return <tr>{cells}</tr>;
}

/** The entries that the view shows, the newest first, with controls. */
export function List({ entries }: Pick<PageData, "entries">) {
  const rows = useMemo(
    () => entries.map((entry, index) => ({ entry, row: <Row key={index} entry={entry} /> })),
    [entries],
  );
  const shown = rows.filter(({ entry }) => matches(entry, selection.value));
  const head = Object.keys(columns).map((title) => (
    <th key={title} scope="col">
      {title}
    </th>
  ));
  return (
    <>
      <Staff />
      {shown.length < entries.length && (
        <p id="shown" aria-live="polite">
          {grouped(shown.length)} of {grouped(entries.length)} match{" "}
          <button type="button" onClick={() => changeView({})}>
            show all
          </button>
        </p>
      )}
      <table id="list">
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{shown.map(({ row }) => row)}</tbody>
      </table>
    </>
  );
}

/** Whether a view shows an entry. */
function matches(entry: PageEntry, { days, staff, ...values }: typeof selection.value): boolean {
  const [first = "", last = first] = days?.split("..") ?? [];
  return (
    (["person", "action", "type", "hours"] as const).every(
      (name) => values[name] === undefined || entry[name] === values[name],
    ) &&
    (days === undefined || (entry.day !== "" && entry.day >= first && entry.day <= last)) &&
    (staff === undefined || entry.isStaff === (staff === "yes"))
  );
}

const staffChoices = { all: undefined, "only staff": "yes", "no staff": "no" } as const;

function Staff() {
  return (
    <fieldset id="staff">
      <legend>Staff</legend>
      {Object.entries(staffChoices).map(([label, staff]) => (
        <label key={label}>
          <input
            type="radio"
            name="staff"
            checked={selection.value["staff"] === staff}
            onChange={() => changeView({ ...selection.value, staff })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
