import { useMemo, useRef } from "preact/hooks";
import { isRefused, reasonOf } from "../../contract/control/reason.ts";
import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import { grouped } from "../../values/text.ts";
import { addressOf } from "./address.ts";
import { Button, counted, Search, Split, Text } from "./parts.tsx";
import { knownOperations, RequestDetail } from "./request-detail.tsx";
import { matching, requestKey, sentAccount, targetOf } from "./requests.ts";
import { clearJournal, entries, serverState, url } from "./server.ts";
import { filter, show, view } from "./view.ts";

/** What was asked of the server, live, and why it refused. */
export function RequestsSection() {
  const all = entries.value;
  const { filters, open } = view.value;
  const shown = useMemo(() => matching(all, filters), [all, filters]);
  const opened = all.find(({ id }) => id !== null && id === open[0]);
  return (
    <>
      <header class="bar">
        <h1>Requests</h1>
        <Filters />
        <span class="faint" aria-live="polite">
          {shown.length < all.length && `${grouped(shown.length)} of `}
          {counted(all.length, "request")}
        </span>
        <Clear />
      </header>
      <Split
        opened={opened && requestKey(opened)}
        label="Open request"
        detail={opened && <RequestDetail key={requestKey(opened)} entry={opened} />}
        close={() => show({ open: [] })}
      >
        {shown.length === 0 && <Nothing />}
        <ul class="rows" aria-label="Requests, newest first">
          {shown.map((entry) => (
            <li key={requestKey(entry)}>
              <a
                class={isRefused(entry) ? "row request refused" : "row request"}
                href={addressOf({ filters, open: [entry.id ?? ""] })}
                aria-current={entry === opened ? "true" : undefined}
              >
                <Row entry={entry} />
              </a>
            </li>
          ))}
        </ul>
      </Split>
    </>
  );
}

function Row({ entry }: { readonly entry: JournalEntry }) {
  const { fault, method, milliseconds, status, time } = entry;
  const reason = reasonOf(entry);
  return (
    <>
      <time class="faint">{time.slice(11, 19)}</time>
      <span class={`status s${String(status)[0]}`}>{status}</span>
      <span class="faint">{method}</span>{" "}
      <span class="what">
        <span class="path">
          <Text text={targetOf(entry)} />
        </span>{" "}
        {fault && <em class="tag">fault</em>}{" "}
        {reason !== undefined && (
          <span class="reason">
            {reason.field !== undefined && (
              <mark>
                <Text text={reason.field} />
              </mark>
            )}{" "}
            <Text text={reason.sentence} />
          </span>
        )}
      </span>
      <span class="account faint">
        <Text text={sentAccount(entry) ?? ""} />
      </span>
      <span class="took faint">{milliseconds} ms</span>
    </>
  );
}

function Filters() {
  const met = entries.value.map((entry) => String(entry.status)).toSorted();
  return (
    <search>
      <Search
        value={view.value.filters["search"] ?? ""}
        set={(text) => filter({ search: text }, "replace")}
      />
      <Choice label="Operation" name="operation" options={knownOperations.map(({ name }) => name)} />
      <Choice label="Status" name="status" options={["refused", "2xx", "4xx", "5xx", ...met]} />
    </search>
  );
}

interface ChoiceProps {
  readonly name: "operation" | "status";
  readonly label: string;
  readonly options: readonly string[];
}

function Choice({ label, name, options }: ChoiceProps) {
  const value = view.value.filters[name] ?? "";
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => filter({ [name]: currentTarget.value }, "push")}
    >
      <option value="">any {name}</option>
      {[...new Set([...options, ...(value === "" ? [] : [value])])].map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}

/** Asks before the requests are lost. */
function Clear() {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <Button disabled={entries.value.length === 0} onClick={() => dialog.current?.showModal()}>
        Clear
      </Button>
      <dialog ref={dialog} aria-labelledby="question">
        <h2 id="question">Clear the requests?</h2>
        <p>The server's journal of this world is emptied.</p>
        <p class="buttons">
          <Button onClick={close}>Cancel</Button>
          <Button class="danger" onClick={() => clearJournal().then(close)}>
            Clear
          </Button>
        </p>
      </dialog>
    </>
  );
}

function Nothing() {
  if (serverState.value === "connecting") return <p class="empty">Fetching the journal…</p>;
  if (entries.value.length > 0) {
    return (
      <p class="empty">
        No request matches. <a href={addressOf({})}>Show all {counted(entries.value.length, "request")}</a>
      </p>
    );
  }
  return (
    <div class="empty">
      <p>No requests yet</p>
      <p>Point your application at this address, and its requests show up here as they come:</p>
      <pre>{url}</pre>
    </div>
  );
}
