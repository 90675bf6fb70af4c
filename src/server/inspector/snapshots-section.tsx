import type { ControlAnswer } from "./control-client.ts";
import { useAnswer, useInspector } from "./inspector.ts";
import { Button, counted, Empty, FieldForm, Section, Text } from "./parts.tsx";
import { shortTime } from "./times.ts";
import { useWorlds } from "./worlds-section.tsx";

/** States of the data to go back to. */
export function SnapshotsSection() {
  const { world } = useInspector().view.value;
  const { reset, take } = useSnapshots();
  const { fork } = useWorlds();
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
    </Section>
  );
}

/** The states of the data of the world that is shown. */
function useSnapshots() {
  const { attempt, call, question, view } = useInspector();

  async function goBackTo(name: string) {
    await call("restoreSnapshot", { path: { name } });
    return { text: `Restored the snapshot ${name}` };
  }

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
        return { text: `Reset ${view.value.world ?? "the root"}` };
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

function SnapshotList() {
  const { snapshots } = useSnapshots();
  if (snapshots === undefined) return null;
  if (snapshots.length === 0) {
    return (
      <Empty title="No snapshots yet">
        <p>Take one before a test changes the data, and restore it afterwards.</p>
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
      </span>
      <span class="faint">
        {counted(rows, "row")}, {shortTime(taken)}
      </span>
      <span class="buttons">
        <Button onClick={() => restore(name)}>Restore</Button>
        {world === undefined && <Button onClick={() => fork(`snapshot:${name}`)}>Fork</Button>}
        <Button onClick={() => askToDelete(name)}>Delete</Button>
      </span>
    </li>
  );
}
