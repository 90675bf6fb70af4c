import { useState } from "preact/hooks";
import { beforeReset } from "../store/storage.ts";
import { addressOf } from "./address.ts";
import type { ControlAnswer } from "./control-client.ts";
import { useAnswer, useInspector, useNavigation } from "./inspector.ts";
import { Empty, Field, Form, Section, Text, useCopy } from "./parts.tsx";
import { counted, exactTime } from "./words.ts";

/** States of the data to go back to, and worlds besides this one. */
export function SnapshotsSection() {
  const { world } = useInspector().view.value;
  const { reset } = useSnapshots();
  const { fork } = useWorlds();
  return (
    <Section
      title="Snapshots"
      actions={
        <>
          {world !== undefined && (
            <button type="button" onClick={() => fork(`world:${world}`)}>
              Fork
            </button>
          )}
          <button type="button" onClick={reset} title="Back to what this world was made from">
            Reset
          </button>
        </>
      }
    >
      <TakeSnapshot />
      <SnapshotList />
      <h2>Worlds</h2>
      <CreateWorld />
      <WorldList />
    </Section>
  );
}

/** The states of the data of the world that is shown. */
function useSnapshots() {
  const { attempt, call, question, view } = useInspector();

  async function goBackTo(name: string) {
    await call("restoreSnapshot", { path: { name } });
    const text = name === beforeReset ? "Undone" : `Restored the snapshot ${name}`;
    return { text, undo: undoReset };
  }
  const undoReset = () => attempt(undefined, () => goBackTo(beforeReset));

  async function remove(name: string) {
    await call("deleteSnapshot", { path: { name } });
    return { text: `Deleted the snapshot ${name}` };
  }

  return {
    snapshots: useAnswer("listSnapshots", {})?.items,
    take: (name: string) =>
      attempt("snapshot", async () => {
        await call("takeSnapshot", { path: { name } });
        return { text: `Took the snapshot ${name}` };
      }),
    restore: (name: string) => attempt(undefined, () => goBackTo(name)),
    reset: () =>
      attempt(undefined, async () => {
        await call("resetData", {});
        return { text: `Reset ${view.value.world ?? "the root"}`, undo: undoReset };
      }),
    askToDelete: (name: string) => {
      question.value = {
        title: `Delete the snapshot ${name}?`,
        text: "Its data can't be brought back.",
        verb: "Delete",
        answer: () => attempt(undefined, () => remove(name)),
      };
    },
  };
}

/** The worlds besides the root, and new ones. */
function useWorlds() {
  const { attempt, call, control, question, view } = useInspector();
  const { show } = useNavigation();

  const create = (form: string, name: string, from: string) =>
    attempt(form, async () => {
      await call("createWorld", { path: { name }, body: { from } });
      return { text: `Created the world ${name}` };
    });

  async function remove(name: string) {
    await call("deleteWorld", { path: { name } });
    if (view.value.world === name) show({ world: undefined });
    return { text: `Deleted the world ${name}` };
  }

  return {
    worlds: useAnswer("listWorlds", {})?.items ?? [],
    create: (name: string) => create("world", name, "seed"),
    fork: (from: string) => {
      question.value = {
        title: "Fork into a new world",
        text: `It starts with the data of the ${from.replace(":", " ")}.`,
        verb: "Create world",
        field: "World name",
        answer: (name) => create("question", name, from),
      };
    },
    resetWorld: (name: string) =>
      attempt(undefined, async () => {
        await control.of(name).call("resetData", {});
        return { text: `Reset ${name}` };
      }),
    askToDelete: (name: string) => {
      question.value = {
        title: `Delete the world ${name}?`,
        text: "Its data, snapshots, faults and journal go with it.",
        verb: "Delete",
        answer: () => attempt(undefined, () => remove(name)),
      };
    },
  };
}

function TakeSnapshot() {
  const { take } = useSnapshots();
  const [name, setName] = useState("");
  return (
    <Form name="snapshot" submit={() => take(name).then((isDone) => isDone && setName(""))}>
      <div class="inline">
        <Field label="Name" value={name} set={setName} placeholder="before-checkout" />
        <button type="submit" class="primary" disabled={name === ""}>
          Take snapshot
        </button>
      </div>
    </Form>
  );
}

function SnapshotList() {
  const { snapshots } = useSnapshots();
  if (snapshots === undefined) return null;
  if (snapshots.length === 0) {
    return (
      <Empty title="No snapshots yet">
        <p>
          Take one before a test changes the data, and restore it afterwards. A reset keeps the state before
          it as <code>{beforeReset}</code>, so that it can be undone.
        </p>
      </Empty>
    );
  }
  return (
    <ul class="cards" aria-label="Snapshots">
      {snapshots.map((snapshot) => (
        <SnapshotRow key={snapshot.name} snapshot={snapshot} />
      ))}
    </ul>
  );
}

interface SnapshotRowProps {
  readonly snapshot: ControlAnswer<"listSnapshots">["items"][number];
}

function SnapshotRow({ snapshot: { name, rows, taken_at: taken } }: SnapshotRowProps) {
  const { world } = useInspector().view.value;
  const { askToDelete, restore } = useSnapshots();
  const { fork } = useWorlds();
  return (
    <li>
      <span class="name">
        <Text text={name} />
        {name === beforeReset && <span class="faint"> the data before the last reset or restore</span>}
      </span>
      <span class="faint">
        {counted(rows, "row")}, {exactTime(taken).slice(0, 19)}Z
      </span>
      <span class="buttons">
        <button type="button" onClick={() => restore(name)}>
          Restore
        </button>
        {world === undefined && (
          <button type="button" onClick={() => fork(`snapshot:${name}`)}>
            Fork
          </button>
        )}
        <button type="button" onClick={() => askToDelete(name)}>
          Delete
        </button>
      </span>
    </li>
  );
}

function CreateWorld() {
  const { create } = useWorlds();
  const [name, setName] = useState("");
  return (
    <Form name="world" submit={() => create(name).then((isDone) => isDone && setName(""))}>
      <div class="inline">
        <Field label="World name" value={name} set={setName} placeholder="checkout-test" />
        <button type="submit" disabled={name === ""}>
          Create world
        </button>
      </div>
    </Form>
  );
}

function WorldList() {
  const { worlds } = useWorlds();
  if (worlds.length === 0) {
    return (
      <Empty title="No worlds other than the root">
        <p>
          A world has data, clock, faults and requests of its own: one for each test, and tests can't disturb
          each other.
        </p>
      </Empty>
    );
  }
  return (
    <ul class="cards" aria-label="Worlds">
      {worlds.map((world) => (
        <WorldRow key={world.name} world={world} />
      ))}
    </ul>
  );
}

interface WorldRowProps {
  readonly world: ControlAnswer<"listWorlds">["items"][number];
}

function WorldRow({ world: { from, name, url } }: WorldRowProps) {
  const { view } = useInspector();
  const { askToDelete, fork, resetWorld } = useWorlds();
  const copy = useCopy();
  const isShown = name === view.value.world;
  return (
    <li class={isShown ? "current" : undefined}>
      <a
        class="name"
        href={addressOf({ section: "requests", world: name })}
        aria-current={isShown ? "true" : undefined}
      >
        {name}
      </a>
      <span class="faint">from {from.replace(":", " ")}</span>
      <span class="buttons">
        <button type="button" onClick={() => copy(url, "its address")}>
          Copy address
        </button>
        <button type="button" onClick={() => fork(`world:${name}`)}>
          Fork
        </button>
        <button type="button" onClick={() => resetWorld(name)}>
          Reset
        </button>
        <button type="button" onClick={() => askToDelete(name)}>
          Delete
        </button>
      </span>
    </li>
  );
}
