import { useEffect, useState } from "preact/hooks";
import { isRefused, unreadText } from "../../contract/control/reason.ts";
import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import type { AnyOperation } from "../../contract/operations.ts";
import { grouped, pointerStep } from "../../values/text.ts";
import { addressOf } from "./address.ts";
import { asCurl, asPayctl } from "./copy-as.ts";
import { Button, JsonView, type Mark, Text } from "./parts.tsx";
import { sentAccount, targetOf } from "./requests.ts";
import { attempt, call, status as serverStatus, url } from "./server.ts";

/** Those of the API, which the server writes into the page. */
export const knownOperations: readonly Pick<AnyOperation, "merchantHeader" | "name" | "scope">[] = JSON.parse(
  document.getElementById("inspector")?.dataset["operations"] ?? "[]",
);

interface Opened {
  readonly entry: JournalEntry;
}

/** One request in full: why it was refused, what to do with it, what was sent, and beside it what was answered. */
export function RequestDetail({ entry }: Opened) {
  const { id, method, milliseconds, operation, status, time } = entry;
  const account = sentAccount(entry);
  return (
    <>
      <h2>
        <span class={`status s${String(status)[0]}`}>{status}</span> {method} <Text text={targetOf(entry)} />
      </h2>
      <p class="faint about">
        {operation !== null && <a href={addressOf({ filters: { operation } })}>{operation}</a>}
        <span>{time.replace("T", " ")}</span>
        <span>{milliseconds} ms</span>
        {account !== undefined && (
          <span>
            account <Text text={account} />
          </span>
        )}
        {id !== null && <span>id {id}</span>}
      </p>
      <Refusal entry={entry} />
      <Near entry={entry} />
      <Commands entry={entry} />
      <div class="beside">
        <Sent entry={entry} />
        <Answered entry={entry} />
      </div>
    </>
  );
}

function Refusal({ entry }: Opened) {
  const { failure, fault } = entry;
  if (!isRefused(entry)) return null;
  return (
    <div class="callout bad">
      <p>
        <strong>
          {fault && "Simulated: "}
          <Text text={failure?.message ?? String(entry.status)} />
        </strong>{" "}
        {failure?.code && <code>{failure.code}</code>}
      </p>
      <p>
        <Text text={failure?.reason ?? ""} />
      </p>
      <ul>
        {failure?.problems.map(({ location, message, pointer }) => (
          <li key={`${location} ${pointer} ${message}`}>
            <mark>
              <Text text={`${location} ${pointer}`.trim()} />
            </mark>{" "}
            <Text text={message} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Near({ entry: { near } }: Opened) {
  if (near === null) return null;
  const { message, resource } = near;
  return (
    <div class="callout warn">
      <p>
        <strong>Near miss: </strong>
        <Text text={message} />
      </p>
      {resource !== undefined && (
        <a href={addressOf({ section: "data", open: [resource.list, resource.id] })}>Show it in Data</a>
      )}
    </div>
  );
}

function Commands({ entry }: Opened) {
  const [copied, setCopied] = useState("");
  const operation = knownOperations.find(({ name }) => name === entry.operation);
  const { ca_file: caFile, command } = serverStatus.value?.health ?? {};
  const destination = { caFile, command, url, operation };
  const copy = async (text: string, what: string) => {
    await copyText(text);
    setCopied(`Copied ${what}`);
  };
  return (
    <p class="buttons">
      <Button onClick={() => copy(asPayctl(entry, destination), "a payctl command")}>Copy as payctl</Button>
      <Button onClick={() => copy(asCurl(entry, destination), "a curl command")}>Copy as curl</Button>
      <span class="faint" role="status">
        {copied}
      </span>
    </p>
  );
}

async function copyText(text: string): Promise<void> {
  const focused = document.activeElement;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A browser that does not allow this still copies a selection.
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

function Sent({ entry }: Opened) {
  const { body, body_bytes: bytes, headers, query, token } = entry;
  const wrongHeaders = marksOf(entry, "header", null);
  return (
    <div>
      <h3>
        Sent <span class="faint">{grouped(bytes)} bytes</span>
      </h3>
      {Object.keys(query).length > 0 && (
        <JsonView label="Query" value={query} marks={marksOf(entry, "query", entry.unread_query)} />
      )}
      {body !== null && (
        <JsonView label="Body" value={body} marks={marksOf(entry, "body", entry.unread_fields)} />
      )}
      {body === null && bytes > 0 && (
        <p class="faint">The journal keeps no body that is not JSON, or was not read.</p>
      )}
      {token !== null && <JsonView label="Token" value={token} isOpen={false} />}
      <JsonView label="Headers" value={headers} marks={wrongHeaders} isOpen={wrongHeaders.length > 0} />
    </div>
  );
}

/** What is wrong in a part of a request, and what nothing reads of it; near names may be told of both. */
function marksOf(
  { failure }: JournalEntry,
  part: "body" | "header" | "query",
  unread: JournalEntry["unread_fields"],
): readonly Mark[] {
  // Only those in a body are pointers.
  const pointerOf = (name: string) => (part === "body" ? name : `/${pointerStep(name)}`);
  const wrong = (failure?.problems ?? [])
    .filter(({ location }) => location === part)
    .map(({ message, pointer }) => ({ pointer: pointerOf(pointer), kind: "bad" as const, text: message }));
  const told = new Set(wrong.map(({ pointer }) => pointer));
  const ignored = (unread ?? []).filter(({ name, near }) => near !== null || !told.has(pointerOf(name)));
  return [
    ...wrong,
    ...ignored.map((each) => {
      return { pointer: pointerOf(each.name), kind: "unread" as const, text: unreadText(each) };
    }),
  ];
}

/** What was answered, which the page asks for only here: there may be a thousand answers of 16 KiB. */
function Answered({ entry: { id } }: Opened) {
  const [response, setResponse] = useState<JournalEntry["response"]>(null);
  useEffect(() => {
    if (id === null) return;
    // What a journal has forgotten can't be shown any more.
    void attempt(call("listRequests", { query: { id } }), ({ items: [found] }) =>
      setResponse(found?.response ?? null),
    );
  }, [id]);
  if (response === null) return null;
  const { body, body_bytes: bytes, headers, truncated } = response;
  return (
    <div>
      <h3>
        Answered{" "}
        <span class="faint">
          {grouped(bytes)} bytes{truncated && ", too many to keep them all"}
        </span>
      </h3>
      {body !== null && <JsonView label="Answer" value={body} />}
      <JsonView label="Headers of the answer" value={headers} isOpen={false} />
    </div>
  );
}
