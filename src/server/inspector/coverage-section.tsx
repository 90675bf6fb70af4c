import type { Actions } from "./actions.ts";
import { addressOf } from "./address.ts";
import { Section, Split } from "./parts.tsx";
import type { PageState } from "./state.ts";

interface Props {
  readonly state: PageState;
  readonly actions: Actions;
}

type Exercised = NonNullable<PageState["exercised"]>[number];

/** Which outcomes of each operation callers have met, and which they never did. */
export function CoverageSection({ actions, state }: Props) {
  const { exercised = [], view } = state;
  const met = exercised.reduce((sum, row) => sum + metOf(row), 0);
  const all = exercised.reduce((sum, row) => sum + allOf(row), 0);
  const opened = exercised.find(({ operation }) => operation === view.open[0]);
  return (
    <Section
      title="Coverage"
      actions={
        <>
          <p class="summary">
            {met} of {all} outcomes met
          </p>
          <button type="button" onClick={actions.countAnew} disabled={met === 0}>
            Clear
          </button>
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
        close={() => actions.show({ open: [] })}
        detailTitle="Outcomes"
        detail={opened && <OperationDetail row={opened} state={state} />}
      >
        <ul class="operations" aria-label="Operations">
          {exercised.map((row) => (
            <li key={row.operation}>
              <a
                href={addressOf({ section: "coverage", world: view.world, open: [row.operation] })}
                aria-current={row === opened ? "true" : undefined}
              >
                <span class="name">{row.operation}</span>
                <span class="faint">
                  {metOf(row)} of {allOf(row)}
                </span>
                <meter
                  min={0}
                  max={allOf(row)}
                  value={metOf(row)}
                  aria-label={`outcomes of ${row.operation} met`}
                />
              </a>
            </li>
          ))}
        </ul>
      </Split>
    </Section>
  );
}

function metOf({ met }: Exercised): number {
  return Object.keys(met).length;
}

function allOf(row: Exercised): number {
  return metOf(row) + row.never.length;
}

function OperationDetail({ row, state }: { readonly row: Exercised; readonly state: PageState }) {
  const { operations, view } = state;
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
        <a
          href={addressOf({ section: "requests", world: view.world, filters: { operation: row.operation } })}
        >
          Show its requests
        </a>
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
              <a
                key={list}
                class="chip"
                href={addressOf({ section: "data", world: view.world, open: [list] })}
              >
                {list.replaceAll("_", " ")}
              </a>
            ))}
          </p>
          <h3>Decided where the specification is silent</h3>
          <p>
            <code>{known.decisions}</code>
          </p>
        </>
      )}
    </>
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
