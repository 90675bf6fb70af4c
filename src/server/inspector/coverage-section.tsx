import { noRecording } from "../../contract/evidence.ts";
import type { ControlAnswer } from "./control-client.ts";
import { useAnswer, useInspector, useNavigation } from "./inspector.ts";
import { Button, Link, Section, Split } from "./parts.tsx";

type Exercised = ControlAnswer<"readExercised">["operations"][number];

/** Which outcomes of each operation callers have met, and which they never did. */
export function CoverageSection() {
  const { countAnew, exercised } = useExercised();
  const { show } = useNavigation();
  const view = useInspector().view.value;
  const met = exercised.reduce((sum, row) => sum + metOf(row), 0);
  const all = exercised.reduce((sum, row) => sum + allOf(row), 0);
  const opened = exercised.find(({ operation }) => operation === view.open[0]);
  return (
    <Section
      title="Coverage"
      actions={
        <>
          <p class="summary">{all > 0 && `${met} of ${all} outcomes met`}</p>
          <Button onClick={countAnew} disabled={met === 0}>
            Clear
          </Button>
        </>
      }
    >
      {met === 0 && exercised.length > 0 && (
        <p class="faint">
          Nothing has been met yet: run your tests against this server, and see which outcomes they never
          meet.
        </p>
      )}
      <Split
        close={() => show({ open: [] })}
        detailTitle="Outcomes"
        detail={opened && <OperationDetail row={opened} />}
      >
        <ul class="operations" aria-label="Operations">
          {exercised.map((row) => (
            <OperationRow key={row.operation} row={row} isOpen={row === opened} />
          ))}
        </ul>
      </Split>
    </Section>
  );
}

function useExercised() {
  const { attempt, call, question } = useInspector();
  const clear = async () => {
    await call("clearExercised", {});
    return undefined;
  };
  return {
    exercised: useAnswer("readExercised", {})?.operations ?? [],
    countAnew: () => {
      question.value = {
        title: "Start counting from zero?",
        text: "What callers have met so far is forgotten.",
        verb: "Clear",
        answer: () => attempt(undefined, clear),
      };
    },
  };
}

function OperationRow({ isOpen, row }: { readonly row: Exercised; readonly isOpen: boolean }) {
  return (
    <li>
      <Link to={{ section: "coverage", open: [row.operation] }} aria-current={isOpen ? "true" : undefined}>
        <span class="name">{row.operation}</span>
        <span class="faint">
          {metOf(row)} of {allOf(row)}
        </span>
        <meter min={0} max={allOf(row)} value={metOf(row)} aria-label={`outcomes of ${row.operation} met`} />
      </Link>
    </li>
  );
}

function metOf({ met }: Exercised): number {
  return Object.keys(met).length;
}

function allOf(row: Exercised): number {
  return metOf(row) + row.never.length;
}

function OperationDetail({ row }: { readonly row: Exercised }) {
  const { operations = [] } = useAnswer("readCoverage", {}) ?? {};
  const known = operations.find(({ operation }) => operation === row.operation);
  return (
    <>
      <h2>{row.operation}</h2>
      {known !== undefined && (
        <p class="faint facts">
          <span>
            {known.method} {known.path}
          </span>
          <span>scope {known.scope}</span>
        </p>
      )}
      <h3>Met</h3>
      <Outcomes
        none="nothing yet"
        outcomes={Object.entries(row.met).map(([name, count]) => [name, `${name} ×${count}`])}
        kind="met"
      />
      <p>
        <Link to={{ section: "requests", filters: { operation: row.operation } }}>Show its requests</Link>
      </p>
      <h3>Never met</h3>
      <Outcomes
        none="nothing: all of it was met"
        outcomes={row.never.map((name) => [name, name])}
        kind="never"
      />
      {known !== undefined && (
        <>
          <h3>How its data gets in</h3>
          <p>
            {known.data.seed.map((list) => (
              <Link key={list} class="chip" to={{ section: "data", open: [list] }}>
                {list.replaceAll("_", " ")}
              </Link>
            ))}
          </p>
          <h3>What speaks for it</h3>
          <EvidenceList evidence={known.evidence} />
          <h3>Decided where the specification is silent</h3>
          <p>
            <code>{known.decisions}</code>
          </p>
        </>
      )}
    </>
  );
}

type KnownEvidence = ControlAnswer<"readCoverage">["operations"][number]["evidence"];

function EvidenceList({ evidence }: { readonly evidence: KnownEvidence }) {
  const { clients, description, recordings, specification } = evidence;
  return (
    <ul>
      <li>specification, sections {specification.join(", ")}</li>
      <li>public description: {description}</li>
      <li>clients of others: {clients.join(", ") || "none"}</li>
      <li>recordings of the service: {recordings.join(", ") || noRecording}</li>
    </ul>
  );
}

interface OutcomesProps {
  readonly outcomes: readonly (readonly [string, string])[];
  readonly kind: "met" | "never";
  readonly none: string;
}

function Outcomes({ kind, none, outcomes }: OutcomesProps) {
  if (outcomes.length === 0) return <p class="faint">{none}</p>;
  return (
    <ul class="chips">
      {outcomes.map(([name, text]) => (
        <li key={name} class={`chip ${kind}`}>
          {text}
        </li>
      ))}
    </ul>
  );
}
