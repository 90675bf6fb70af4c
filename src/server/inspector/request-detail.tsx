import { useEffect, useState } from "preact/hooks";
import { reasonOf } from "../../contract/control/reason.ts";
import { mask } from "../../values/mask.ts";
import type { JournalItem } from "./control-client.ts";
import { asCurl, asPayctl } from "./copy-as.ts";
import { useAnswer, useInspector } from "./inspector.ts";
import { JsonView, type Mark, valueAt } from "./json-view.tsx";
import { Button, Id, Link, Status, Text, useCopy } from "./parts.tsx";
import { placeOf, sentAccount, targetOf } from "./requests.ts";
import { exactTime } from "./times.ts";

interface Opened {
  readonly entry: JournalItem;
}

/** One request in full: why it was refused, what to do with it, what was sent, and beside it what was answered. */
export function RequestDetail({ entry }: Opened) {
  const account = sentAccount(entry);
  return (
    <>
      <h2 class="request-title">
        <Status status={entry.status} isFault={entry.fault} />
        <span>
          {entry.method} <Text text={targetOf(entry)} />
        </span>
      </h2>
      <p class="faint facts">
        {entry.operation !== null && (
          <Link to={{ filters: { operation: entry.operation } }}>{entry.operation}</Link>
        )}
        <span>{exactTime(entry.time)}</span>
        <span>{entry.milliseconds} ms</span>
        {account !== undefined && (
          <span>
            account <Text text={account} />
          </span>
        )}
        {entry.id !== null && (
          <span>
            id <Id id={entry.id} />
          </span>
        )}
      </p>
      <Refusal entry={entry} />
      <Near entry={entry} />
      <Commands entry={entry} />
      <div class="beside">
        <Sent entry={entry} />
        <Answer entry={entry} />
      </div>
    </>
  );
}

function Refusal({ entry }: Opened) {
  const { failure, fault } = entry;
  const reason = reasonOf(entry);
  if (reason === undefined) return null;
  const problems = failure?.problems ?? [];
  const title = `${fault ? "Simulated: " : ""}${failure === null ? reason.sentence : failure.message}`;
  return (
    <div class="callout bad">
      <p>
        <strong>
          <Text text={title} />
        </strong>{" "}
        {failure?.code && <code class="code">{failure.code}</code>}
      </p>
      {failure?.reason && problems.every(({ message }) => message !== failure.reason) && (
        <p>
          <Text text={failure.reason} />
        </p>
      )}
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={`${placeOf(problem)} ${problem.message}`}>
              <mark>
                <Text text={placeOf(problem)} />
              </mark>{" "}
              <SentValue entry={entry} problem={problem} /> <Text text={problem.message} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Problem = NonNullable<JournalItem["failure"]>["problems"][number];

/** What was sent in the place of a problem, if that is short. */
function SentValue({ entry, problem: { location, pointer } }: Opened & { readonly problem: Problem }) {
  const { body, headers, query } = entry;
  const sent = { body: valueAt(body, pointer), query: query[pointer], header: headers[pointer] }[location];
  const text = JSON.stringify(sent);
  if (text === undefined || text.length > 60 || text.includes(mask)) return null;
  return (
    <code class="sent">
      <Text text={text} />
    </code>
  );
}

function Near({ entry: { near } }: Opened) {
  if (near === null) return null;
  const { resource } = near;
  return (
    <div class="callout warn">
      <p>
        <strong>Near miss: </strong>
        <Text text={near.message} />
      </p>
      {resource !== undefined && (
        <p>
          <Link to={{ section: "data", open: [resource.list, resource.id] }}>Show it in Data</Link>
        </p>
      )}
    </div>
  );
}

function Commands({ entry }: Opened) {
  const { operations, root, view } = useInspector();
  const copy = useCopy();
  const { world } = view.value;
  const operation = operations.find(({ name }) => name === entry.operation);
  const url = world === undefined ? root : `${root}/_worlds/${world}`;
  const { ca_file: caFile, command } = useAnswer("readHealth", {}) ?? {};
  const place = { caFile, command, url, root, world, operation };
  return (
    <div class="buttons">
      <Button onClick={() => copy(asPayctl(entry, place), "a payctl command")}>Copy as payctl</Button>
      <Button onClick={() => copy(asCurl(entry, place), "a curl command")}>Copy as curl</Button>
    </div>
  );
}

function Sent({ entry }: Opened) {
  const { body, body_bytes: bytes, failure, headers, query, scopes } = entry;
  const problems = failure?.problems ?? [];
  const wrong = (location: string) => problems.filter((problem) => problem.location === location);
  return (
    <div class="half">
      <h3>
        Request <span class="faint">{bytes > 0 && `${bytes.toLocaleString("en-US")} bytes`}</span>
      </h3>
      {Object.keys(query).length > 0 && (
        <Pairs title="Query" pairs={query} wrong={[...wrong("query"), ...unreadQuery(entry)]} />
      )}
      {body !== null && <JsonView label="Body" value={body} marks={marksOf(entry)} />}
      {body === null && bytes > 0 && (
        <p class="faint">The journal keeps no body that is not JSON, or was not read.</p>
      )}
      <Pairs title="Headers" pairs={headers} wrong={wrong("header")} />
      <h4>Token</h4>
      <p>
        {scopes === null ? (
          <span class="faint">no valid one</span>
        ) : (
          <Text text={scopes.join(", ") || "no scopes"} />
        )}
      </p>
      {entry.traceparent !== null && (
        <>
          <h4>Trace</h4>
          <p>
            <code>
              <Text text={entry.traceparent} />
            </code>
          </p>
        </>
      )}
    </div>
  );
}

/** What is wrong in the body, and what nothing reads of it. */
function marksOf({ failure, unread_fields: unread }: JournalItem): readonly Mark[] {
  const wrong = (failure?.problems ?? []).filter(({ location }) => location === "body");
  return [
    ...wrong.map(({ message, pointer }) => ({ pointer, kind: "bad" as const, text: message })),
    ...(unread ?? [])
      .filter(({ name }) => wrong.every((problem) => problem.pointer !== name))
      .map((each) => ({ pointer: each.name, kind: "unread" as const, text: unreadWords(each) })),
  ];
}

function unreadQuery({ unread_query: unread }: JournalItem) {
  return (unread ?? []).map((each) => ({ pointer: each.name, message: unreadWords(each) }));
}

function unreadWords({ near }: NonNullable<JournalItem["unread_query"]>[number]): string {
  return near === null ? "nothing reads this" : `nothing reads this; did you mean ${near}?`;
}

/** What was answered, which the page asks for only here: there may be a thousand answers of 64 KiB. */
function Answer({ entry: { id } }: Opened) {
  const { call, view } = useInspector();
  const { world } = view.value;
  const [response, setResponse] = useState<JournalItem["response"]>(null);
  useEffect(() => {
    if (id === null) return;
    // What a journal has forgotten can't be shown any more.
    call("listRequests", { query: { id, world } }).then(
      ({ items: [found] }) => setResponse(found?.response ?? null),
      () => {},
    );
  }, [id, world]);
  if (!response) return null;
  const { body, body_bytes: bytes, headers, truncated } = response;
  const isKept = body !== null;
  return (
    <div class="half">
      <h3>
        Answer{" "}
        <span class="faint">
          {bytes.toLocaleString("en-US")} bytes
          {truncated && (isKept ? ", of which this is the beginning" : ", too many to keep")}
        </span>
      </h3>
      {!isKept && !truncated && <p class="faint">no body</p>}
      {isKept && <JsonView label="Answer" value={body} marks={[]} />}
      <Pairs title="Headers of the answer" pairs={headers} wrong={[]} />
    </div>
  );
}

interface PairsProps {
  readonly title: string;
  readonly pairs: Readonly<Record<string, string>>;
  readonly wrong: readonly { readonly pointer: string; readonly message: string }[];
}

function Pairs({ pairs, title, wrong }: PairsProps) {
  const rows = Object.entries(pairs);
  return (
    <>
      <h4>{title}</h4>
      <dl class="pairs">
        {rows.map(([name, value]) => {
          const problem = wrong.find(({ pointer }) => pointer.toLowerCase() === name.toLowerCase());
          return (
            <div key={name} class={problem === undefined ? undefined : "bad"}>
              <dt>
                <Text text={name} />
              </dt>
              <dd>
                <Text text={value} />
                {problem !== undefined && (
                  <span class="remark">
                    <Text text={problem.message} />
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
