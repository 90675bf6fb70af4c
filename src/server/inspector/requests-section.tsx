import { useEffect, useMemo, useState } from "preact/hooks";
import { reasonOf } from "../../contract/control/reason.ts";
import { addressOf } from "./address.ts";
import type { JournalItem } from "./control-client.ts";
import { askingPayctl } from "./copy-as.ts";
import { AskToClear } from "./dialogs.tsx";
import { useAnswer, useInspector, useNavigation } from "./inspector.ts";
import { Button, Choice, counted, Empty, Field, Link, Section, Split, Status, Text } from "./parts.tsx";
import { RequestDetail } from "./request-detail.tsx";
import {
  isRefused,
  type Line,
  linesOf,
  matching,
  type Seen,
  sentAccount,
  targetOf,
  unreadOf,
} from "./requests.ts";
import { exactTime } from "./times.ts";
import { VirtualList } from "./virtual-list.tsx";

/** Pixels; in a narrow window the reason of a refusal has a line of its own. */
const heights = { narrow: 44, wide: 28 } as const;

/** As style.css has it. */
const narrow = matchMedia("(max-width: 51rem)");

function useRowHeight(): number {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const look = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", look);
    return () => narrow.removeEventListener("change", look);
  }, []);
  return isNarrow ? heights.narrow : heights.wide;
}

/** What was asked of the server, live, and why it refused. */
export function RequestsSection() {
  const { show } = useNavigation();
  const page = useInspector();
  const [seen, view] = [page.seen.value, page.view];
  const [isAsking, ask] = useState(false);
  const { filters, open, section, world } = view.value;
  const shown = useMemo(() => matching(seen, filters), [seen, filters]);
  const { lines, toggle } = useLines(shown);
  const rowHeight = useRowHeight();
  const opened = seen.find(({ entry }) => entry.id === open[0]);
  return (
    <Section
      title="Requests"
      actions={
        <>
          <FilterBar />
          <Summary shown={shown} />
          <Button onClick={() => ask(true)} disabled={seen.length === 0}>
            Clear
          </Button>
          {isAsking && <AskToClear close={() => ask(false)} />}
        </>
      }
    >
      <Split
        close={() => show({ open: [] })}
        detailTitle="Open request"
        detail={opened && <RequestDetail key={opened.key} entry={opened.entry} />}
      >
        {lines.length === 0 ? (
          <NoRequests />
        ) : (
          <VirtualList
            label="Requests, newest first"
            items={lines}
            rowHeight={rowHeight}
            keyOf={({ key }) => key}
            hrefOf={({ seen: { entry } }) => addressOf({ section, world, filters, open: [entry.id ?? ""] })}
            isOpen={(line) => opened !== undefined && line.has(opened.entry.id)}
            classOf={lookOf}
            row={({ seen: { entry } }) => <RequestRow entry={entry} />}
            groupOf={({ count, isExpanded }) => (count === 1 ? undefined : { count, isExpanded })}
            toggle={toggle}
          />
        )}
      </Split>
    </Section>
  );
}

function lookOf({ isPart, seen }: Line): string {
  return `request ${isRefused(seen.entry) ? "refused" : ""} ${isPart ? "part" : ""}`;
}

/** The lines of the list, of which the reader expands those that stand for several requests. */
function useLines(shown: readonly Seen[]) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => linesOf(shown, expanded), [shown, expanded]);
  const toggle = ({ isExpanded, key }: Line) =>
    setExpanded((keys) => new Set(isExpanded ? [...keys].filter((each) => each !== key) : [...keys, key]));
  return { lines, toggle };
}

function Summary({ shown }: { readonly shown: readonly Seen[] }) {
  const page = useInspector();
  const [seen, view] = [page.seen.value, page.view.value];
  const refused = useMemo(() => seen.filter(({ entry }) => isRefused(entry)).length, [seen]);
  const count =
    shown === seen
      ? counted(seen.length, "request")
      : `${shown.length.toLocaleString("en-US")} of ${counted(seen.length, "request")}`;
  const isOnly = view.filters["status"] === "refused";
  const filters = { ...view.filters, status: isOnly ? "" : "refused" };
  return (
    <p class="summary">
      <span aria-live="polite">{count}</span>
      {refused > 0 && (
        <Link class="refused-count" to={{ filters }} aria-current={isOnly ? "true" : undefined}>
          {refused.toLocaleString("en-US")} refused
        </Link>
      )}
    </p>
  );
}

const statuses = ["2xx", "4xx", "5xx"] as const;

function FilterBar() {
  const page = useInspector();
  const { filter, type } = useNavigation();
  const { fault = "", operation = "", search = "", status = "" } = page.view.value.filters;
  const seen = page.seen.value;
  const met = useMemo(() => [...new Set(seen.map(({ entry }) => String(entry.status)))].toSorted(), [seen]);
  return (
    <search class="filters">
      <Field
        label="Search"
        type="search"
        value={search}
        set={(text) => type({ search: text })}
        placeholder="path, account, id, words of the reason"
      />
      <Choice
        label="Operation"
        value={operation}
        set={(value) => filter({ operation: value })}
        options={[["", "any operation"], ...page.operations.map(({ name }) => [name, name] as const)]}
      />
      <Choice
        label="Status"
        value={status}
        set={(value) => filter({ status: value })}
        options={[
          ["", "any status"],
          ["refused", "refused"],
          ...[...statuses, ...met].map((each) => [each, each] as const),
        ]}
      />
      <Choice
        label="Fault"
        value={fault}
        set={(value) => filter({ fault: value })}
        options={[
          ["", "any fault"],
          ["true", "simulated"],
          ["false", "not simulated"],
        ]}
      />
    </search>
  );
}

function RequestRow({ entry }: { readonly entry: JournalItem }) {
  const reason = reasonOf(entry);
  const unread = unreadOf(entry);
  const account = sentAccount(entry);
  return (
    <>
      <time class="faint" dateTime={entry.time} title={exactTime(entry.time)}>
        {entry.time.slice(11, 19)}
      </time>
      <Status status={entry.status} isFault={entry.fault} />
      <span class="method">{entry.method}</span>{" "}
      <span class="what">
        <span class="path">
          <Text text={targetOf(entry)} />
        </span>
        {entry.fault && <em class="tag warn">fault</em>}
        {unread.length > 0 && (
          <em class="tag warn" title={unread.join(", ")}>
            unread <Text text={unread.length === 1 ? (unread[0] ?? "") : String(unread.length)} />
          </em>
        )}
        {reason !== undefined && (
          <span class="reason">
            {reason.place !== undefined && (
              <mark>
                <Text text={reason.place} />
              </mark>
            )}{" "}
            <Text text={reason.sentence} />
          </span>
        )}
      </span>
      <span class="account faint">{account !== undefined && <Text text={account} />}</span>
      <span class="took faint">{entry.milliseconds} ms</span>
    </>
  );
}

function NoRequests() {
  const { connection, root, ...page } = useInspector();
  const { ca_file: caFile, command } = useAnswer("readHealth", {}) ?? {};
  const [seen, view] = [page.seen.value, page.view.value];
  if (connection.value === "connecting") return <p class="faint pad">Fetching the journal…</p>;
  if (seen.length > 0) {
    return (
      <Empty title="No request matches">
        <p>
          <Link to={{}}>Show all {counted(seen.length, "request")}</Link>
        </p>
      </Empty>
    );
  }
  const url = view.world === undefined ? root : `${root}/_worlds/${view.world}`;
  return (
    <Empty title="No requests yet">
      <p>Point your application at this address, and its requests show up here as they come:</p>
      <pre>{url}</pre>
      <p>Or send one by hand:</p>
      <pre>{`${askingPayctl({ caFile, command, root, url, world: view.world }, ["buyers.read"])} buyers list`}</pre>
    </Empty>
  );
}
