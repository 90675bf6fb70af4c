import { useEffect, useRef, useState } from "preact/hooks";
import { isInClear } from "../../values/loopback.ts";
import { safeText } from "../../values/safe-text.ts";
import { addressOf, sections } from "./address.ts";
import { writeFault } from "./copy-as.ts";
import { DataSection } from "./data-section.tsx";
import { Alert, counted, Text } from "./parts.tsx";
import { RequestsSection } from "./requests-section.tsx";
import { lastProblem, root, serverState, status, unlock, world } from "./server.ts";
import { view } from "./view.ts";

const titles = { requests: "Requests", data: "Data" } as const;

/** What is common to the whole page, and the section of the view. */
export function App() {
  const { section } = view.value;
  useEffect(() => {
    document.title = `${titles[section]}${world === undefined ? "" : ` in ${world}`} · Inspector`;
  }, [section]);
  if (serverState.value === "locked") return <AskToken />;
  return (
    <>
      <Head />
      <Alert text={problem()} />
      <main>{section === "data" ? <DataSection /> : <RequestsSection />}</main>
    </>
  );
}

const stateWords = {
  away: "no answer",
  connecting: "connecting",
  live: "live",
  locked: "locked",
  nowhere: "no such world",
} as const;

/** What keeps the page from showing what the server has. */
function problem(): string | undefined {
  const state = serverState.value;
  if (state === "away") {
    return "The server is not responding. What you see may be out of date; the page resumes once it is back.";
  }
  if (state === "nowhere") return `No world has the name ${world}: it was deleted.`;
  return lastProblem.value;
}

function Head() {
  const state = serverState.value;
  return (
    <header class="head">
      <b>payctl</b>
      <span class={`light ${state}`}>{stateWords[state]}</span>
      <nav aria-label="Sections">
        {sections.map((section) => (
          <a
            key={section}
            href={addressOf({ section })}
            aria-current={section === view.value.section ? "page" : undefined}
          >
            {titles[section]}
          </a>
        ))}
      </nav>
      <span class="signs">
        <Faults />
        <Clock />
        {world !== undefined && <span>world {safeText(world)}</span>}
      </span>
    </header>
  );
}

/** The simulated faults that may still fire, with their hits. */
function Faults() {
  const active = status.value?.faults.filter(({ hits, times }) => times === undefined || hits < times) ?? [];
  if (active.length === 0) return null;
  return (
    <details class="menu">
      <summary class="tag">{counted(active.length, "fault")}</summary>
      <ul aria-label="Faults in force">
        {active.map((rule) => (
          <li key={rule.id}>
            <code>
              <Text text={writeFault(rule)} />
            </code>{" "}
            <span class="faint">{counted(rule.hits, "hit")}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A clock that does not show the time of day. */
function Clock() {
  if (status.value === undefined) return null;
  const { health, clockOffset } = status.value;
  const { frozen, time } = health.clock;
  if (!frozen && Math.abs(clockOffset) < 60_000) return null;
  return (
    <span class="tag">
      clock {frozen ? "frozen at" : "set to"} {time.slice(0, 16).replace("T", " ")}
    </span>
  );
}

function AskToken() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [token, setToken] = useState("");
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // Without the token there is nothing behind it.
    <dialog ref={dialog} aria-labelledby="locked" onClose={({ currentTarget }) => currentTarget.showModal()}>
      <h2 id="locked">This server is locked</h2>
      {isInClear(root) ? (
        <p>
          Its token would be sent unencrypted. Open this page by https, or through a tunnel such as ssh -L
          4010:127.0.0.1:4010 HOST.
        </p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            unlock(token);
          }}
        >
          <p>
            Anyone with its token can control this server. The page keeps it until it is closed or reloaded.
          </p>
          <Alert text={lastProblem.value} />
          <label>
            Token{" "}
            <input
              type="password"
              autocomplete="off"
              onInput={({ currentTarget }) => setToken(currentTarget.value)}
            />
          </label>
          <p class="buttons">
            <button type="submit" disabled={token === ""}>
              Open
            </button>
          </p>
        </form>
      )}
    </dialog>
  );
}
