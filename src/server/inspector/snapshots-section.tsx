import { beforeReset } from "../store/storage.ts";
import type { ControlAnswer } from "./control-client.ts";
import { useAnswer, useInspector, useNavigation } from "./inspector.ts";
import { Button, Empty, FieldForm, Link, Section, Text, useCopy } from "./parts.tsx";
import { counted, exactTime } from "./words.ts";

/** States of the data to go back to, and worlds besides this one. */
export function SnapshotsSection() {
  const { world } = useInspector().view.value;
  const { reset, take } = useSnapshots();
  const { create, fork } = useWorlds();
  return (
    <Section
      title="Snapshots"
      actions={
        <>
          {world !== undefined && <Button onClick={() => fork(`world:${world}`)}>Fork</Button>}
          <Button onClick={reset} title="Back to what this world was made from">
            Reset
          </Button>
        </>
      }
    >
      <FieldForm
        name="snapshot"
        label="Name"
        placeholder="before-checkout"
        verb="Take snapshot"
        kind="primary"
        send={take}
      />
      <SnapshotList />
      <h2>Worlds</h2>
      <FieldForm
        name="world"
        label="World name"
        placeholder="checkout-test"
        verb="Create world"
        send={create}
      />
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

function SnapshotRow({
  snapshot: { name, rows, taken_at: taken },
}: {
  readonly snapshot: ControlAnswer<"listSnapshots">["items"][number];
}) {
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
        <Button onClick={() => restore(name)}>Restore</Button>
        {world === undefined && <Button onClick={() => fork(`snapshot:${name}`)}>Fork</Button>}
        <Button onClick={() => askToDelete(name)}>Delete</Button>
      </span>
    </li>
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

function WorldRow({
  world: { from, name, url },
}: {
  readonly world: ControlAnswer<"listWorlds">["items"][number];
}) {
  const { view } = useInspector();
  const { askToDelete, fork, resetWorld } = useWorlds();
  const copy = useCopy();
  const isShown = name === view.value.world;
  return (
    <li class={isShown ? "current" : undefined}>
      <Link class="name" to={{ world: name }} aria-current={isShown ? "true" : undefined}>
        {name}
      </Link>
      <span class="faint">from {from.replace(":", " ")}</span>
      <span class="buttons">
        <Button onClick={() => copy(url, "its address")}>Copy address</Button>
        <Button onClick={() => fork(`world:${name}`)}>Fork</Button>
        <Button onClick={() => resetWorld(name)}>Reset</Button>
        <Button onClick={() => askToDelete(name)}>Delete</Button>
      </span>
    </li>
  );
}
