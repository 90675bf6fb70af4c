import { useEffect, useRef, useState } from "preact/hooks";
import { safeText } from "../../values/safe-text.ts";
import type { Actions } from "./actions.ts";
import { addressOf, type SectionName, sections } from "./address.ts";
import { ClockSection, leadWords } from "./clock-section.tsx";
import { CoverageSection } from "./coverage-section.tsx";
import { DataSection } from "./data-section.tsx";
import { FaultsSection, isSpent } from "./faults-section.tsx";
import { Choice, Empty, Field, Form, ProblemText, Text } from "./parts.tsx";
import { RequestsSection } from "./requests-section.tsx";
import { SnapshotsSection } from "./snapshots-section.tsx";
import { clockAt, type PageState, type Question } from "./state.ts";
import { counted } from "./words.ts";

interface Props {
  readonly state: PageState;
  readonly actions: Actions;
  /** Starts following the journal again. */
  follow(): void;
  readonly root: string;
}

/** The page: what is common to all of it, and the section of the view. */
export function App({ actions, follow, root, state }: Props) {
  const { connection, notice, problem, question, view } = state;
  useEffect(() => {
    document.title = `${title(view.section)}${view.world === undefined ? "" : ` in ${view.world}`} · Inspector`;
  }, [view]);
  if (connection === "token") return <AskToken state={state} actions={actions} follow={follow} />;
  return (
    <>
      <Head state={state} actions={actions} />
      <main>
        {connection === "away" && (
          <p class="banner" role="alert">
            The server does not answer. What you see is from before; the page resumes once the server is back.
          </p>
        )}
        {problem !== undefined && problem.form === undefined && <ProblemText problem={problem} />}
        {connection === "nowhere" ? (
          <Nowhere name={view.world ?? "root"} />
        ) : (
          <Shown state={state} actions={actions} root={root} />
        )}
      </main>
      {question !== undefined && <Ask question={question} state={state} close={actions.closeQuestion} />}
      <div class="notices" role="status">
        {notice !== undefined && (
          <p class="notice">
            <Text text={notice.text} />
            {notice.undo !== undefined && (
              <button type="button" onClick={() => notice.undo?.()}>
                Undo
              </button>
            )}
            <button type="button" aria-label="Dismiss" onClick={actions.dismiss}>
              {"\u00d7"}
            </button>
          </p>
        )}
      </div>
    </>
  );
}

function Shown({ actions, root, state }: Omit<Props, "follow">) {
  switch (state.view.section) {
    case "requests":
      return <RequestsSection state={state} actions={actions} root={root} />;
    case "data":
      return <DataSection state={state} actions={actions} />;
    case "faults":
      return <FaultsSection state={state} actions={actions} />;
    case "clock":
      return <ClockSection state={state} actions={actions} />;
    case "snapshots":
      return <SnapshotsSection state={state} actions={actions} />;
    case "coverage":
      return <CoverageSection state={state} actions={actions} />;
  }
}

function Nowhere({ name }: { readonly name: string }) {
  return (
    <div class="section">
      <Empty title={`No world has the name ${safeText(name)}`}>
        <p>It was deleted, or never made. The page resumes once it is there.</p>
        <p>
          <a href={addressOf({})}>Go to the root</a>, or{" "}
          <a href={addressOf({ section: "snapshots" })}>create a world</a>.
        </p>
      </Empty>
    </div>
  );
}

function title(section: SectionName): string {
  return section.charAt(0).toUpperCase() + section.slice(1);
}

function Head({ actions, state }: Pick<Props, "actions" | "state">) {
  const { connection, view, worlds } = state;
  return (
    <header class="head">
      <div class="brand">
        <a href={addressOf({ world: view.world })}>
          <b>payctl</b> <span class="wide-only">inspector</span>
        </a>
        <span class={`light ${connection}`}>{connectionWords[connection]}</span>
      </div>
      <nav class="sections" aria-label="Sections">
        {sections.map((section) => (
          <a
            key={section}
            href={addressOf({ section, world: view.world })}
            aria-current={section === view.section ? "page" : undefined}
          >
            {title(section)}
          </a>
        ))}
      </nav>
      <Signs state={state} />
      {(worlds.length > 0 || view.world !== undefined) && (
        <Choice
          label="World"
          value={view.world ?? ""}
          set={(name) =>
            actions.show({
              section: view.section,
              open: [],
              filters: {},
              world: name === "" ? undefined : name,
            })
          }
          options={[["", "root"], ...worlds.map(({ name }) => [name, name] as const)]}
        />
      )}
    </header>
  );
}

const connectionWords: Readonly<Record<PageState["connection"], string>> = {
  away: "no answer",
  connecting: "connecting",
  live: "live",
  nowhere: "no such world",
  token: "locked",
};

/** Settings that make the server behave differently from its defaults. */
function Signs({ state: { clock, faults = [], view } }: Pick<Props, "state">) {
  const now = Date.now();
  const lead = clock === undefined ? 0 : clockAt(clock, now) - now;
  const isMoved = clock !== undefined && (clock.frozen || Math.abs(lead) > 60_000);
  const active = faults.filter((rule) => !isSpent(rule)).length;
  return (
    <span class="signs">
      {active > 0 && (
        <a class="tag fault" href={addressOf({ section: "faults", world: view.world })}>
          {counted(active, "fault rule")}
        </a>
      )}
      {isMoved && (
        <a class="tag warn" href={addressOf({ section: "clock", world: view.world })} title={leadWords(lead)}>
          {clock.frozen ? "clock frozen" : "clock moved"}
        </a>
      )}
    </span>
  );
}

interface AskProps {
  readonly question: Question;
  readonly state: PageState;
  close(): void;
}

function Ask({ close, question, state }: AskProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  useEffect(() => dialog.current?.showModal(), []);
  const { answer, field, title, verb } = question;
  return (
    <dialog ref={dialog} aria-labelledby="question" onClose={close}>
      <h2 id="question">
        <Text text={title} />
      </h2>
      <p>
        <Text text={question.text} />
      </p>
      <Form name="question" problem={state.problem} submit={() => answer(text)}>
        {field !== undefined && <Field label={field} value={text} set={setText} />}
        <div class="buttons end">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            class={field === undefined ? "danger" : "primary"}
            disabled={field !== undefined && text === ""}
          >
            {verb}
          </button>
        </div>
      </Form>
    </dialog>
  );
}

function AskToken({ actions, follow, state }: Omit<Props, "root">) {
  const [token, setToken] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const submit = () => {
    actions.giveToken(token);
    follow();
  };
  return (
    <dialog ref={dialog} aria-labelledby="question" onCancel={(event) => event.preventDefault()}>
      <h2 id="question">This server is locked</h2>
      <p>
        Anyone with its token can control this server. The page keeps it in memory, until it is closed or
        reloaded.
      </p>
      <Form name="token" problem={state.problem} submit={submit}>
        <Field label="Token" type="password" value={token} set={setToken} />
        <div class="buttons end">
          <button type="submit" class="primary" disabled={token === ""}>
            Open
          </button>
        </div>
      </Form>
    </dialog>
  );
}
