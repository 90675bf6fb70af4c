import { isRecord } from "../../values/record.ts";
import type { ControlAnswer } from "./control-client.ts";
import { useInspector, useNavigation } from "./inspector.ts";
import { JsonView } from "./json-view.tsx";
import { Button, Id, Text, useCopy } from "./parts.tsx";

export type StoredRow = ControlAnswer<"listData">["items"][number];

interface Opened {
  readonly list: string;
  /** An audit log may have no id, and then has no address either. */
  readonly row: StoredRow & { readonly id: string };
}

/** One record in full, and what can be done to it. */
export function RecordDetail({ list, row }: Opened) {
  const copy = useCopy();
  const { edit, remove } = useRecord({ list, row });
  return (
    <>
      <h2>
        <Text text={titleOf(row)} />
      </h2>
      <p class="faint facts">
        <span>
          id <Id id={row.id} />
        </span>
      </p>
      <div class="buttons">
        <Button onClick={edit}>Edit</Button>
        <Button onClick={remove}>Delete</Button>
        <Button onClick={() => copy(JSON.stringify(row, undefined, 2), "the record")}>Copy as JSON</Button>
      </div>
      <JsonView label="Record" value={row} />
    </>
  );
}

/** What people call it. */
function titleOf(row: StoredRow): string {
  const names = ["display_name", "name", "description"].map((name) => row[name]);
  return String(names.find((name) => typeof name === "string" && name !== "") ?? row.id);
}

/** Changes a record, and brings it back. */
function useRecord({ list, row }: Opened) {
  const { attempt, call, question } = useInspector();
  const { show } = useNavigation();
  const path = { list, id: row.id };
  const title = titleOf(row);

  async function change(from: unknown, to: unknown) {
    const body = mergePatch(from, to);
    if (!isRecord(body)) throw new Error("A record is an object, as in { }");
    return call("changeData", { path, body });
  }

  async function save(text: string) {
    const saved = await change(row, JSON.parse(text));
    const putBack = async () => {
      await change(saved, row);
      return { text: `Changed ${title} back` };
    };
    return { text: `Changed ${title}`, undo: () => attempt(undefined, putBack) };
  }

  async function remove() {
    // Only the document has all that is needed to make it again.
    const document: Readonly<Record<string, unknown>> = await call("exportData", {});
    const entries = document[list];
    const entry = Array.isArray(entries) ? entries.find(({ id }) => id === row.id) : undefined;
    await call("deleteData", { path });
    show({ open: [list] });
    const text = `Deleted ${title}`;
    if (entry === undefined) return { text };
    const putBack = async () => {
      await call("addSeed", { body: { [list]: [entry] } });
      show({ section: "data", open: [list, row.id] });
      return { text: `Brought ${title} back` };
    };
    return { text, undo: () => attempt(undefined, putBack) };
  }

  return {
    remove: () => attempt(undefined, remove),
    edit: () => {
      question.value = {
        title: `Edit ${title}`,
        text: "What you change is sent as a JSON merge patch; a field that you take out is removed.",
        verb: "Save",
        field: "Fields",
        lines: JSON.stringify(row, undefined, 2),
        answer: (text) => attempt("question", () => save(text)),
      };
    },
  };
}

/** What makes one value of another, as a JSON merge patch (RFC 7396). */
function mergePatch(from: unknown, to: unknown): unknown {
  if (!isRecord(from) || !isRecord(to)) return to;
  const gone = Object.keys(from).filter((name) => !(name in to));
  const changed = Object.keys(to).filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
  return Object.fromEntries([
    ...gone.map((name) => [name, null]),
    ...changed.map((name) => [name, mergePatch(from[name], to[name])]),
  ]);
}
