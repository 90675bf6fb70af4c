import { useMemo } from "preact/hooks";
import { grouped } from "../../../values/text.ts";
import type { PageData, PageEntry } from "./audit-page.ts";
import { hourName } from "./charts.tsx";
import { change, Link, type PageFilters, selection } from "./selection.tsx";

/** The entries that the view shows, the newest first, with controls. */
export function List({ entries, matching }: PageData) {
  const rows = useMemo(
    () => entries.map((entry, index) => ({ entry, row: <Row key={index} entry={entry} /> })),
    [entries],
  );
  const matches = matcher(selection.value);
  const shown = rows.filter(({ entry }) => matches(entry));
  const isFiltered = Object.keys(selection.value).length > 0;
  return (
    <>
      <div id="controls">
        <input
          id="filter"
          type="search"
          aria-label="Filter"
          placeholder="words in any column"
          value={selection.value["filter"] ?? ""}
          onInput={({ currentTarget }) => change({ filter: currentTarget.value || undefined }, "replace")}
        />
        <Staff />
        <span id="shown" class="faint" aria-live="polite">
          {isFiltered && `${grouped(shown.length)} ${matching}`}
        </span>
      </div>
      <Active entries={entries} />
      <table id="list">
        <thead>
          <tr>
            {["Time", "Who", "Action", "Resource type", "Resource", "Account"].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{shown.map(({ row }) => row)}</tbody>
      </table>
    </>
  );
}

const facets = ["person", "action", "type", "hours"] as const;

/** Tells which entries a view shows. */
function matcher({ days, filter = "", staff, ...values }: PageFilters): (entry: PageEntry) => boolean {
  const words = filter.toLowerCase().split(/\s+/);
  const [first = "", last = first] = days?.split("..") ?? [];
  return (entry) =>
    facets.every((name) => values[name] === undefined || entry[name] === values[name]) &&
    (days === undefined || (entry.day !== "" && entry.day >= first && entry.day <= last)) &&
    (staff === undefined || entry.isStaff === (staff === "yes")) &&
    words.every((word) => entry.text.includes(word));
}

/** It does not look at the selection, so that a click does not draw thousands of rows anew. */
function Row({ entry }: { readonly entry: PageEntry }) {
  const { account, action, email, isStaff, person, resource, resourceId, time, type, who } = entry;
  return (
    <tr>
      <td data-name="Time">{time}</td>
      <td data-name="Who" dir="auto" title={email}>
        <Link name="person" value={person}>
          {who}
        </Link>
        {isStaff && <span class="mark"> (staff)</span>}
      </td>
      <td data-name="Action">
        <Link name="action" value={action}>
          {action || "(none)"}
        </Link>
      </td>
      <td data-name="Resource type">
        <Link name="type" value={type}>
          {type || "(none)"}
        </Link>
      </td>
      <td data-name="Resource" dir="auto" title={resourceId}>
        {resource}
      </td>
      <td data-name="Account">{account}</td>
    </tr>
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
            onChange={() => change({ staff })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const names: Readonly<Record<string, string>> = {
  person: "Who",
  action: "Action",
  type: "Resource type",
  days: "Days",
  hours: "Hour",
};

/** What the list is filtered by, as buttons that end it. */
function Active({ entries }: Pick<PageData, "entries">) {
  return (
    <div id="active">
      {Object.entries(selection.value).map(([name, value = ""]) => {
        const text = `${names[name]}: ${valueText(name, value, entries)}`;
        return (
          Object.hasOwn(names, name) && (
            <button
              key={name}
              type="button"
              aria-label={`${text}, remove`}
              onClick={() => change({ [name]: undefined })}
            >
              {text}
            </button>
          )
        );
      })}
    </div>
  );
}

function valueText(name: string, value: string, entries: readonly PageEntry[]): string {
  if (name === "person") return entries.find(({ person }) => person === value)?.who ?? value;
  if (name === "hours") return hourName(value);
  if (name === "days") return [...new Set(value.split(".."))].join(" to ");
  return value || "(none)";
}
