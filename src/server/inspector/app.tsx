import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { safeText } from "../../values/safe-text.ts";
import { addressOf, type SectionName, sections } from "./address.ts";
import { writeFault } from "./copy-as.ts";
import { DataSection } from "./data-section.tsx";
import { AskToken, Keys } from "./dialogs.tsx";
import { useAnswer, useInspector, useNavigation } from "./inspector.ts";
import { follow } from "./live.ts";
import { Button, Choice, counted, Empty, Link, ShownProblem, Text } from "./parts.tsx";
import { RequestsSection } from "./requests-section.tsx";
import type { ConnectionState } from "./state.ts";
import { clockOf, leadWords, shortTime, shownAt } from "./times.ts";

/** The page: what is common to all of it, and the section of the view. */
export function App() {
  const { connection, view } = useInspector();
  const { section, world } = view.value;
  useEffect(() => {
    document.title = `${title(section)}${world === undefined ? "" : ` in ${world}`} · Inspector`;
  }, [section, world]);
  return connection.value === "token" ? <AskToken /> : <Open />;
}

/** The page of a server that is not locked, or whose token it has. */
function Open() {
  const page = useInspector();
  const { section, world } = page.view.value;
  const connection = page.connection.value;
  useLayoutEffect(() => {
    const end = new AbortController();
    void follow(page, end.signal);
    return () => end.abort();
  }, [world]);
  const Shown = section === "data" ? DataSection : RequestsSection;
  const main = useRef<HTMLElement>(null);
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    main.current?.focus();
  };
  return (
    <>
      <a class="skip" href={addressOf(page.view.value)} onClick={skip}>
        Skip to the content
      </a>
      <Head />
      <main ref={main} tabIndex={-1}>
        {connection === "away" && (
          <p class="banner" role="alert">
            The server is not responding. What you see may be out of date; the page resumes once the server is
            back.
          </p>
        )}
        <ShownProblem />
        {connection === "nowhere" ? <Nowhere name={world ?? "root"} /> : <Shown />}
      </main>
      <Notices />
    </>
  );
}

function Notices() {
  const { notice } = useInspector();
  const said = notice.value;
  return (
    <div class="notices" role="status">
      {said !== undefined && (
        <p class="notice">
          {said}
          <Button
            aria-label="Dismiss"
            onClick={() => {
              notice.value = undefined;
            }}
          >
            {"\u00d7"}
          </Button>
        </p>
      )}
    </div>
  );
}

function Nowhere({ name }: { readonly name: string }) {
  return (
    <div class="section">
      <Empty title={`No world has the name ${safeText(name)}`}>
        <p>It was deleted, or never made. The page resumes once it is there.</p>
        <p>
          <a href={addressOf({})}>Go to the root</a>
        </p>
      </Empty>
    </div>
  );
}

function title(section: SectionName): string {
  return section.charAt(0).toUpperCase() + section.slice(1);
}

function Head() {
  const page = useInspector();
  const { show } = useNavigation();
  const { items: worlds = [] } = useAnswer("listWorlds", {}) ?? {};
  const [connection, view] = [page.connection.value, page.view.value];
  return (
    <header class="head">
      <div class="brand">
        <Link to={{}}>
          <b>payctl</b> <span class="wide-only">inspector</span>
        </Link>
        <span class={`light ${connection}`}>{connectionWords[connection]}</span>
      </div>
      <nav class="sections" aria-label="Sections">
        {sections.map((section) => (
          <Link key={section} to={{ section }} aria-current={section === view.section ? "page" : undefined}>
            {title(section)}
          </Link>
        ))}
      </nav>
      <Signs />
      {(worlds.length > 0 || view.world !== undefined) && (
        <Choice
          label="World"
          value={view.world ?? ""}
          set={(name) =>
            show({
              section: view.section,
              open: [],
              filters: {},
              world: name === "" ? undefined : name,
            })
          }
          options={[["", "root"], ...worlds.map(({ name }) => [name, name] as const)]}
        />
      )}
      <Keys />
    </header>
  );
}

const connectionWords: Readonly<Record<ConnectionState, string>> = {
  away: "no answer",
  connecting: "connecting",
  live: "live",
  nowhere: "no such world",
  token: "locked",
};

/** What makes the server behave differently from its defaults. */
function Signs() {
  const clock = clockOf(useInspector().answers.latest("readHealth", {}).value);
  const now = Date.now();
  const time = clock === undefined ? now : shownAt(clock, now);
  const lead = time - now;
  const isMoved = clock !== undefined && (clock.frozen || Math.abs(lead) > 60_000);
  return (
    <span class="signs">
      <FaultsInForce />
      {isMoved && (
        <span class="tag warn" title={leadWords(lead)}>
          clock {clock.frozen ? "frozen at" : "set to"} {shortTime(time).slice(0, 16)}
        </span>
      )}
    </span>
  );
}

/** The simulated faults that may still fire, with their hits. */
function FaultsInForce() {
  const { items = [] } = useAnswer("listFaults", {}) ?? {};
  const active = items.filter(({ hits, times }) => times === undefined || hits < times);
  if (active.length === 0) return null;
  return (
    <details class="in-force">
      <summary class="tag warn">{counted(active.length, "fault")}</summary>
      <ul aria-label="Faults in force">
        {active.map(({ hits, id, ...rule }) => (
          <li key={id}>
            <code>
              <Text text={writeFault(rule)} />
            </code>{" "}
            <span class="faint">{counted(hits, "hit")}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
