import { useState } from "preact/hooks";
import type { FaultSet } from "../../contract/control/fault-sets.ts";
import { writeFault } from "../faults/rule-text.ts";
import type { Actions } from "./actions.ts";
import { Choice, Empty, Field, Form, ProblemText, Section, Text } from "./parts.tsx";
import type { PageState } from "./state.ts";
import { counted } from "./words.ts";

/** Ready-made rules by the server's names for them, and what they do. */
const sets: Readonly<Record<FaultSet, string>> = {
  flaky: "Every fourth request gets a 503, every seventh of the others is reset.",
  slow: "Every answer takes 400 ms more, every fifth 3 s.",
  "rate-limited": "Every third request gets a 429 with retry-after: 1.",
  outage: "Every request gets a 503 with retry-after: 30.",
  "lost-answers": "Every second change of each method is made, and its answer lost.",
};

// The compiler forgets which keys an object has.
const setNames = Object.keys(sets) as readonly FaultSet[];

interface Props {
  readonly state: PageState;
  readonly actions: Actions;
}

/** The failures that the server simulates. */
export function FaultsSection({ actions, state }: Props) {
  const { faults, problem } = state;
  const [rule, setRule] = useState("");
  const [set, setSet] = useState<FaultSet>("flaky");
  return (
    <Section
      title="Faults"
      actions={
        <button type="button" onClick={actions.clearFaults} disabled={!faults?.length}>
          Clear
        </button>
      }
    >
      <div class="columns">
        <Form
          name="rule"
          problem={problem}
          submit={() => actions.addFault(rule).then((isDone) => isDone && setRule(""))}
        >
          <div class="inline">
            <Field label="Rule" value={rule} set={setRule} placeholder="GET /buyers 503 x2" />
            <button type="submit" class="primary" disabled={rule.trim() === ""}>
              Add
            </button>
          </div>
          <p class="faint">
            An operation, or a method and a path (<code>*</code> for any segment), then a status or{" "}
            <code>reset</code>, <code>hang</code>, <code>truncate</code>, and <code>x2</code>,{" "}
            <code>after</code>, <code>every=3</code>, <code>skip=1</code>, <code>latency=200</code>,{" "}
            <code>retry-after=3</code> as you like.
          </p>
        </Form>
        <Form name="set" problem={problem} submit={() => actions.applySet(set)}>
          <div class="inline">
            <Choice<FaultSet>
              label="Set"
              value={set}
              set={setSet}
              options={setNames.map((name) => [name, name])}
            />
            <button type="submit">Apply</button>
          </div>
          <p class="faint">{sets[set]} A set replaces all rules.</p>
        </Form>
      </div>
      {problem?.form === "faults" && <ProblemText problem={problem} />}
      {faults?.length === 0 && (
        <Empty title="No faults: every request gets its ordinary answer">
          <p>
            Add a rule above, or open a request and choose <b>Fail this once</b>.
          </p>
        </Empty>
      )}
      {faults !== undefined && faults.length > 0 && (
        <ul class="cards" aria-label="In force">
          {faults.map((fault) => {
            const { hits, id: _, ...plain } = fault;
            const isDone = isSpent(fault);
            return (
              <li key={fault.id} class={isDone ? "spent" : undefined}>
                <code>
                  <Text text={writeFault(plain)} />
                </code>
                <span class="faint">
                  {isDone ? `used up, ${counted(hits, "hit")}` : counted(hits, "hit")}
                </span>
                <button type="button" onClick={() => actions.removeFault(fault)}>
                  Remove
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

/** Whether a rule will never fire again. */
export function isSpent({ hits, times }: NonNullable<PageState["faults"]>[number]): boolean {
  return times !== undefined && hits >= times;
}
