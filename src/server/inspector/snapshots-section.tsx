import { useState } from "preact/hooks";
import { beforeReset } from "../store/storage.ts";
import type { Actions } from "./actions.ts";
import { addressOf } from "./address.ts";
import { copy, Empty, Field, Form, Section, Text } from "./parts.tsx";
import type { PageState } from "./state.ts";
import { counted, exactTime } from "./words.ts";

interface Props {
  readonly state: PageState;
  readonly actions: Actions;
}

/** States of the data to go back to, and worlds besides this one. */
export function SnapshotsSection({ actions, state }: Props) {
  const { view } = state;
  return (
    <Section
      title="Snapshots"
      actions={
        <>
          {view.world !== undefined && (
            <button type="button" onClick={() => actions.fork(`world:${view.world}`)}>
              Fork
            </button>
          )}
          <button type="button" onClick={() => actions.reset()} title="Back to what this world was made from">
            Reset
          </button>
        </>
      }
    >
      <TakeSnapshot state={state} actions={actions} />
      <SnapshotList state={state} actions={actions} />
      <h2>Worlds</h2>
      <CreateWorld state={state} actions={actions} />
      <WorldList state={state} actions={actions} />
    </Section>
  );
}

function TakeSnapshot({ actions, state }: Props) {
  const [name, setName] = useState("");
  return (
    <Form
      name="snapshot"
      problem={state.problem}
      submit={() => actions.takeSnapshot(name).then((isDone) => isDone && setName(""))}
    >
      <div class="inline">
        <Field label="Name" value={name} set={setName} placeholder="before-checkout" />
        <button type="submit" class="primary" disabled={name === ""}>
          Take snapshot
        </button>
      </div>
    </Form>
  );
}

function SnapshotList({ actions, state: { snapshots, view } }: Props) {
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
      {snapshots.map(({ name, rows, taken_at: taken }) => (
        <li key={name}>
          <span class="name">
            <Text text={name} />
            {name === beforeReset && <span class="faint"> the data before the last reset or restore</span>}
          </span>
          <span class="faint">
            {counted(rows, "row")}, {exactTime(taken).slice(0, 19)}Z
          </span>
          <span class="buttons">
            <button type="button" onClick={() => actions.restore(name)}>
              Restore
            </button>
            {view.world === undefined && (
              <button type="button" onClick={() => actions.fork(`snapshot:${name}`)}>
                Fork
              </button>
            )}
            <button type="button" onClick={() => actions.deleteSnapshot(name)}>
              Delete
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}

function CreateWorld({ actions, state }: Props) {
  const [name, setName] = useState("");
  return (
    <Form
      name="world"
      problem={state.problem}
      submit={() => actions.createWorld(name).then((isDone) => isDone && setName(""))}
    >
      <div class="inline">
        <Field label="World name" value={name} set={setName} placeholder="checkout-test" />
        <button type="submit" disabled={name === ""}>
          Create world
        </button>
      </div>
    </Form>
  );
}

function WorldList({ actions, state: { view, worlds } }: Props) {
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
      {worlds.map(({ from, name, url }) => (
        <li key={name} class={name === view.world ? "current" : undefined}>
          <a
            class="name"
            href={addressOf({ section: "requests", world: name })}
            aria-current={name === view.world ? "true" : undefined}
          >
            {name}
          </a>
          <span class="faint">from {from.replace(":", " ")}</span>
          <span class="buttons">
            <button type="button" onClick={() => copy(url, "its address", actions)}>
              Copy address
            </button>
            <button type="button" onClick={() => actions.fork(`world:${name}`)}>
              Fork
            </button>
            <button type="button" onClick={() => actions.reset(name)}>
              Reset
            </button>
            <button type="button" onClick={() => actions.deleteWorld(name)}>
              Delete
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}
