import { useMemo } from "preact/hooks";
import { addressOf } from "./address.ts";
import { useAnswer, useInspector, useNavigation } from "./inspector.ts";
import { Ago, Button, Choice, Empty, Field, Link, Section, Split, Status, Text, useNow } from "./parts.tsx";
import { RequestDetail } from "./request-detail.tsx";
import { isRefused, matching, reasonOf, type Seen } from "./requests.ts";
import { VirtualList } from "./virtual-list.tsx";
import { counted } from "./words.ts";

const rowHeight = 60;

/** What was asked of the server, live, and why it refused. */
export function RequestsSection() {
  const { clear, seen } = useRequests();
  const { show } = useNavigation();
  const { filters, open, section, world } = useInspector().view.value;
  const shown = useMemo(() => matching(seen, filters), [seen, filters]);
  const opened = seen.find(({ entry }) => entry.id === open[0]);
  const now = useNow();
  return (
    <Section
      title="Requests"
      actions={
        <>
          <Summary shown={shown} />
          <Button onClick={clear} disabled={seen.length === 0}>
            Clear
          </Button>
        </>
      }
    >
      <FilterBar />
      <Split
        close={() => show({ open: [] })}
        detailTitle="Open request"
        detail={opened && <RequestDetail seen={opened} now={now} />}
      >
        {shown.length === 0 ? (
          <NoRequests />
        ) : (
          <VirtualList
            label="Requests, newest first"
            items={shown}
            rowHeight={rowHeight}
            keyOf={({ key }) => key}
            hrefOf={({ entry }) => addressOf({ section, world, filters, open: [entry.id ?? ""] })}
            isOpen={(item) => item === opened}
            classOf={({ entry }) => (isRefused(entry) ? "refused" : "")}
            row={(item) => <RequestRow seen={item} now={now} />}
          />
        )}
      </Split>
    </Section>
  );
}

function useRequests() {
  const { attempt, call, question, seen } = useInspector();
  const clear = async () => {
    await call("clearRequests", {});
    seen.value = [];
    return undefined;
  };
  return {
    seen: seen.value,
    clear: () => {
      question.value = {
        title: "Clear the requests?",
        text: "The journal of this world and what this page has seen of it are forgotten.",
        verb: "Clear",
        answer: () => attempt(undefined, clear),
      };
    },
  };
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
  const { operations = [] } = useAnswer("readCoverage", {}) ?? {};
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
        placeholder="path, id, or words of the reason"
      />
      <Choice
        label="Operation"
        value={operation}
        set={(value) => filter({ operation: value })}
        options={[["", "any"], ...operations.map(({ operation }) => [operation, operation] as const)]}
      />
      <Choice
        label="Status"
        value={status}
        set={(value) => filter({ status: value })}
        options={[
          ["", "any"],
          ["refused", "refused"],
          ...[...statuses, ...met].map((each) => [each, each] as const),
        ]}
      />
      <Choice
        label="Fault"
        value={fault}
        set={(value) => filter({ fault: value })}
        options={[
          ["", "any"],
          ["true", "simulated"],
          ["false", "not simulated"],
        ]}
      />
    </search>
  );
}

function RequestRow({ now, seen: { at, entry } }: { readonly seen: Seen; readonly now: number }) {
  const reason = reasonOf(entry);
  // The reason of a request that was refused for them already says so.
  const unread = [...(entry.unread_fields ?? []), ...(entry.unread_query ?? [])];
  const hasUnread = unread.length > 0 && !isRefused(entry);
  return (
    <>
      <Status status={entry.status} isFault={entry.fault} />
      <span class="what">
        <b>{entry.method}</b> <Text text={entry.path} />
      </span>
      <span class="when">
        <Ago at={at} now={now} time={entry.time} />
      </span>
      <span class="why">
        {entry.fault && <em class="tag fault">fault</em>}
        {hasUnread && <em class="tag warn">unread</em>}
        {reason === undefined ? (
          <span class="faint">{entry.operation}</span>
        ) : (
          <span class="reason">
            {reason.place !== undefined && (
              <mark>
                <Text text={reason.place} />
              </mark>
            )}
            <Text text={reason.sentence} />
          </span>
        )}
      </span>
      <span class="took">{entry.milliseconds} ms</span>
    </>
  );
}

function NoRequests() {
  const { connection, root, ...page } = useInspector();
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
      <pre>payctl -p local --base-url {url} buyers list</pre>
    </Empty>
  );
}
