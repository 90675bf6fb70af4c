import type { JournalItem } from "./control-client.ts";
import { asCurl, asPayctl, isMasked } from "./copy-as.ts";
import { useFailOnce } from "./faults-section.tsx";
import { useAnswer, useInspector } from "./inspector.ts";
import { JsonView, type Mark } from "./json-view.tsx";
import { Ago, Button, Id, Link, Status, Text, useCopy } from "./parts.tsx";
import { placeOf, reasonOf, type Seen } from "./requests.ts";
import { exactTime } from "./words.ts";

/** One request in full: why it was refused, what was sent, and what to do with it. */
export function RequestDetail({ now, seen: { at, entry } }: { readonly seen: Seen; readonly now: number }) {
  return (
    <>
      <h2 class="request-title">
        <Status status={entry.status} isFault={entry.fault} />
        <span>
          {entry.method} <Text text={entry.path} />
        </span>
      </h2>
      <p class="faint facts">
        {entry.operation !== null && (
          <Link to={{ section: "coverage", open: [entry.operation] }}>{entry.operation}</Link>
        )}
        <span>
          <Ago at={at} now={now} time={entry.time} />, {exactTime(entry.time)}
        </span>
        <span>{entry.milliseconds} ms</span>
        {entry.id !== null && (
          <span>
            id <Id id={entry.id} />
          </span>
        )}
      </p>
      <Refusal entry={entry} />
      <Near entry={entry} />
      <Commands entry={entry} />
      <Sent entry={entry} />
    </>
  );
}

function Refusal({ entry }: { readonly entry: JournalItem }) {
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
        </strong>
        {failure?.code && <code class="code">{failure.code}</code>}
      </p>
      {failure?.reason && (
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
              <Text text={problem.message} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Near({ entry: { near } }: { readonly entry: JournalItem }) {
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

function Commands({ entry }: { readonly entry: JournalItem }) {
  const { root, view } = useInspector();
  const { operations = [] } = useAnswer("readCoverage", {}) ?? {};
  const copy = useCopy();
  const failOnce = useFailOnce();
  const { world } = view.value;
  const scope = operations.find(({ operation }) => operation === entry.operation)?.scope;
  const url = world === undefined ? root : `${root}/_worlds/${world}`;
  const place = { url, root, world, scope };
  return (
    <div class="buttons">
      <Button onClick={() => copy(asPayctl(entry, place), "a payctl command")}>Copy as payctl</Button>
      <Button onClick={() => copy(asCurl(entry, place), "a curl command")}>Copy as curl</Button>
      {entry.operation !== null && (
        <Button onClick={() => failOnce(entry)} title="The next request of this kind gets a 503">
          Fail this once
        </Button>
      )}
    </div>
  );
}

function Sent({ entry }: { readonly entry: JournalItem }) {
  const isFull = useAnswer("readHealth", {})?.journal === "full";
  const { body, body_bytes: bytes, failure, headers, query, scopes, unread_fields: unread } = entry;
  const unreadQuery = (entry.unread_query ?? []).map(({ name, near }) => ({
    pointer: name,
    message: near === null ? "nothing reads this" : `nothing reads this; did you mean ${near}?`,
  }));
  const problems = failure?.problems ?? [];
  const wrongInBody = problems.filter(({ location }) => location === "body");
  const marks: readonly Mark[] = [
    ...wrongInBody.map(({ message, pointer }) => ({ pointer, kind: "bad" as const, text: message })),
    ...(unread ?? [])
      .filter((pointer) => wrongInBody.every((problem) => problem.pointer !== pointer))
      .map((pointer) => ({ pointer, kind: "unread" as const, text: "nothing reads this" })),
  ];
  const wrong = (location: string) => problems.filter((problem) => problem.location === location);
  return (
    <>
      {Object.keys(query).length > 0 && (
        <Pairs title="Query" pairs={query} wrong={[...wrong("query"), ...unreadQuery]} />
      )}
      {bytes > 0 && (
        <>
          <h3>
            Body <span class="faint">{bytes.toLocaleString("en-US")} bytes</span>
          </h3>
          {body === null ? (
            <p class="faint">
              The journal keeps no body that is not JSON, is too large, or came without a valid token.
            </p>
          ) : (
            <JsonView label="Body" value={body} marks={marks} />
          )}
        </>
      )}
      {entry.id !== null && <Answer id={entry.id} />}
      <Pairs title="Headers" pairs={headers} wrong={wrong("header")} />
      <h3>Token</h3>
      <p>
        {scopes === null ? (
          <span class="faint">no valid one</span>
        ) : (
          <Text text={scopes.join(", ") || "no scopes"} />
        )}
      </p>
      {entry.traceparent !== null && (
        <>
          <h3>Trace</h3>
          <p>
            <code>
              <Text text={entry.traceparent} />
            </code>
          </p>
        </>
      )}
      {isMasked(entry) && !isFull && (
        <p class="faint">
          Values that may be private are masked, here and in copies: the journal of this server is redacted.
        </p>
      )}
    </>
  );
}

/** What was answered, which the page asks for only here: there may be a thousand answers of 64 KiB. */
function Answer({ id }: { readonly id: string }) {
  const response = useAnswer("listRequests", { query: { id } })?.items[0]?.response;
  if (!response) return null;
  const { body, body_bytes: bytes, headers, truncated } = response;
  const isKept = body !== null;
  return (
    <>
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
    </>
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
      <h3>{title}</h3>
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
