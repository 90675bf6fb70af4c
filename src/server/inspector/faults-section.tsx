import { parseFault, writeFault } from "../faults/parse-fault.ts";
import type { ControlAnswer, JournalItem } from "./control-client.ts";
import { useAnswer, useInspector } from "./inspector.ts";
import { Button, counted, Empty, FieldForm, Section, ShownProblem, Text } from "./parts.tsx";

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
      <AddRule />
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
    add: (text: string) =>
      attempt("rule", async () => {
        await call("addFaults", { body: parseFault(text) });
        return { text: `Added ${text.trim()}` };
      }),
    remove: ({ id, ...rule }: Fault) =>
      change(`Removed ${writeFault(rule)}`, () => call("removeFault", { path: { id } })),
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

function AddRule() {
  const { add } = useFaults();
  return (
    <FieldForm name="rule" label="Rule" placeholder="GET /buyers 503 x2" verb="Add" kind="primary" send={add}>
      <p class="faint">
        An operation, or a method and a path (<code>*</code> for any segment), then a status or{" "}
        <code>reset</code>, <code>hang</code>, <code>truncate</code>, and <code>x2</code>, <code>after</code>,{" "}
        <code>skip=1</code>, <code>latency=200</code>, <code>retry-after=3</code> as you like.
      </p>
    </FieldForm>
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
