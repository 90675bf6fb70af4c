import { useState } from "preact/hooks";
import type { FaultSet } from "../../contract/control/fault-sets.ts";
import { findJson } from "../../values/record.ts";
import { parseFault, writeFault } from "../faults/rule-text.ts";
import type { ControlAnswer, JournalItem } from "./control-client.ts";
import { useAnswer, useInspector } from "./inspector.ts";
import {
  Button,
  Choice,
  counted,
  Empty,
  Field,
  FieldForm,
  Form,
  Section,
  ShownProblem,
  Text,
} from "./parts.tsx";

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

/** The failures that the server simulates. */
export function FaultsSection() {
  const { clear, faults, remove } = useFaults();
  return (
    <Section
      title="Faults"
      actions={
        <Button onClick={clear} disabled={!faults?.length}>
          Clear
        </Button>
      }
    >
      <div class="columns">
        <AddRule />
        <ApplySet />
      </div>
      <ShownProblem form="faults" />
      {faults?.length === 0 && (
        <Empty title="No faults: every request gets its ordinary answer">
          <p>
            Add a rule above, or open a request and choose <b>Fail this once</b>.
          </p>
        </Empty>
      )}
      {faults !== undefined && faults.length > 0 && (
        <ul class="cards" aria-label="In force">
          {faults.map((fault) => (
            <Rule key={fault.id} fault={fault} remove={() => remove(fault)} />
          ))}
        </ul>
      )}
    </Section>
  );
}

type Fault = ControlAnswer<"listFaults">["items"][number];

function useFaults() {
  const { attempt, call } = useInspector();
  const faults = useAnswer("listFaults", {})?.items;

  /** Rules are few, so undoing restores all of them. */
  const change = (text: string, work: () => Promise<unknown>) =>
    attempt("faults", async () => {
      const { items } = await call("listFaults", {});
      await work();
      const putBack = async () => {
        await call("replaceFaults", { body: { items } });
        return { text: "Undone" };
      };
      return { text, undo: () => attempt("faults", putBack) };
    });

  return {
    faults,
    add: (text: string, match: Match) =>
      attempt("rule", async () => {
        const only = matching(match);
        await call("addFaults", { body: parseFault(text).map((rule) => ({ ...rule, ...only })) });
        return { text: `Added ${text.trim()}` };
      }),
    remove: ({ id, ...rule }: Fault) =>
      change(`Removed ${writeFault(rule)}`, () => call("removeFault", { path: { id } })),
    apply: (set: FaultSet) =>
      change(`Applied the set ${set}`, () => call("replaceFaults", { body: { set } })),
    clear: () => change("Removed all rules", () => call("removeFaults", {})),
  };
}

/** Makes the next request like one that was seen fail. */
export function useFailOnce() {
  const { attempt, call } = useInspector();
  return ({ method, path }: JournalItem) =>
    attempt(undefined, async () => {
      const { ids } = await call("addFaults", { body: { method, path, status: 503, times: 1 } });
      const remove = async () => {
        for (const id of ids) await call("removeFault", { path: { id } });
        return { text: "Undone" };
      };
      return { text: `The next ${method} ${path} gets a 503`, undo: () => attempt(undefined, remove) };
    });
}

/** What a request must have to reach a rule, as it is typed. */
const noMatch = { account: "", header: "", body: "" };

type Match = typeof noMatch;

/** The same in the words of a rule; nothing if nothing was typed. */
function matching({ account, body, header }: Match) {
  const [name = "", ...rest] = header.split(":").map((part) => part.trim());
  if (header !== "" && (rest.length === 0 || !/^\S+$/.test(name)))
    throw new Error("A header is written as x-step: 2");
  const wanted = findJson(body);
  if (body !== "" && wanted === undefined) throw new Error('A body is written as JSON, as in {"id": "shop"}');
  const match = {
    ...(account !== "" && { merchant_account: account.trim() }),
    ...(header !== "" && { header: { [name]: rest.join(":") } }),
    ...(body !== "" && { body: wanted }),
  };
  return Object.keys(match).length === 0 ? {} : { match };
}

function AddRule() {
  const { add } = useFaults();
  const [match, setMatch] = useState(noMatch);
  const set = (name: keyof Match) => (text: string) => setMatch({ ...match, [name]: text });
  const send = async (text: string) => {
    const isAdded = await add(text, match);
    if (isAdded) setMatch(noMatch);
    return isAdded;
  };
  return (
    <FieldForm
      name="rule"
      label="Rule"
      placeholder="GET /buyers 503 x2"
      verb="Add"
      kind="primary"
      send={send}
    >
      <div class="fields">
        <Field label="Merchant account" value={match.account} set={set("account")} placeholder="any" />
        <Field label="Header" value={match.header} set={set("header")} placeholder="x-step: 2" />
        <Field label="Body" value={match.body} set={set("body")} placeholder='{"id": "shop"}' />
      </div>
      <p class="faint">
        An operation, or a method and a path (<code>*</code> for any segment), then a status or{" "}
        <code>reset</code>, <code>hang</code>, <code>truncate</code>, and <code>x2</code>, <code>after</code>,{" "}
        <code>every=3</code>, <code>skip=1</code>, <code>latency=200</code>, <code>retry-after=3</code>,{" "}
        <code>resource-id=shop</code>, <code>header=x-limit:5</code> as you like. After <code>then</code>{" "}
        comes what follows once the rule is used up, as in <code>503 x1 then 409 x1</code>. The other fields
        say which of these requests it is for; all of them unless given.
      </p>
    </FieldForm>
  );
}

function ApplySet() {
  const { apply } = useFaults();
  const [set, setSet] = useState<FaultSet>("flaky");
  return (
    <Form name="set" submit={() => apply(set)}>
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
  );
}

function Rule({ fault, remove }: { readonly fault: Fault; remove(): void }) {
  const { hits, id: _, ...plain } = fault;
  const isDone = isSpent(fault);
  return (
    <li class={isDone ? "spent" : undefined}>
      <code>
        <Text text={writeFault(plain)} />
      </code>
      <span class="faint">{isDone ? `used up, ${counted(hits, "hit")}` : counted(hits, "hit")}</span>
      <Button onClick={remove}>Remove</Button>
    </li>
  );
}

/** Whether a rule will never fire again. */
export function isSpent({ hits, times }: Fault): boolean {
  return times !== undefined && hits >= times;
}
