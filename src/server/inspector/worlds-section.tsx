import { finding } from "./address.ts";
import type { ControlAnswer } from "./control-client.ts";
import { useAnswer, useInspector, useNavigation } from "./inspector.ts";
import { Button, counted, Empty, Field, FieldForm, Link, Section, useCopy, useNow } from "./parts.tsx";
import { ago, exactTime } from "./times.ts";

type World = ControlAnswer<"listWorlds">["items"][number];

/** The worlds besides the root, and new ones. */
export function WorldsSection() {
  const { search = "" } = useInspector().view.value.filters;
  const { type } = useNavigation();
  const { create, worlds } = useWorlds();
  const isFound = finding(search);
  const found = (items: readonly World[]) => items.filter(({ from, name }) => isFound(`${name} ${from}`));
  return (
    <Section
      title="Worlds"
      actions={
        <>
          <search class="filters">
            <Field
              label="Search"
              type="search"
              value={search}
              set={(text) => type({ search: text })}
              placeholder="name, or what it started with"
            />
          </search>
          <p class="summary" aria-live="polite">
            {counted(found(worlds).length, "world")}
          </p>
        </>
      }
    >
      <FieldForm
        name="world"
        label="World name"
        placeholder="checkout-test"
        verb="Create world"
        kind="primary"
        send={create}
      />
      {worlds.length === 0 && (
        <Empty title="No worlds other than the root">
          <p>
            A world has data, clock, faults and requests of its own: one for each test, and tests can't
            disturb each other.
          </p>
        </Empty>
      )}
      <WorldList worlds={found(worlds)} />
    </Section>
  );
}

/** The worlds besides the root, and new ones. */
export function useWorlds() {
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
        text: "Its data, snapshots, faults and requests go with it.",
        verb: "Delete",
        answer: () => attempt(undefined, () => remove(name)),
      };
    },
  };
}

/** More would be too many to look through, and too slow to draw. */
const mostShown = 200;

function WorldList({ worlds }: { readonly worlds: readonly World[] }) {
  const now = useNow();
  const left = worlds.length - mostShown;
  if (worlds.length === 0) return null;
  return (
    <>
      <ul class="cards worlds" aria-label="Worlds">
        {worlds.slice(0, mostShown).map((world) => (
          <WorldRow key={`${world.name} ${world.created_at}`} world={world} now={now} />
        ))}
      </ul>
      {left > 0 && <p class="faint">{counted(left, "more world")}, which a search finds</p>}
    </>
  );
}

function WorldRow({ now, world }: { readonly world: World; readonly now: number }) {
  const { created_at: created, from, name } = world;
  const { view } = useInspector();
  const isShown = name === view.value.world;
  return (
    <li class={isShown ? "current" : undefined}>
      <Link class="name" to={{ world: name }} aria-current={isShown ? "true" : undefined}>
        {name}
      </Link>
      <span class="faint">from {from.replace(":", " ")}</span>
      <time class="faint" dateTime={created} title={exactTime(created)}>
        made {ago(created, now)}
      </time>
      <WorldButtons world={world} />
    </li>
  );
}

function WorldButtons({ world: { name, url } }: { readonly world: World }) {
  const { askToDelete, fork, resetWorld } = useWorlds();
  const copy = useCopy();
  return (
    <span class="buttons">
      <Button onClick={() => copy(url, "its address")}>Copy address</Button>
      <Button onClick={() => fork(`world:${name}`)}>Fork</Button>
      <Button onClick={() => resetWorld(name)}>Reset</Button>
      <Button onClick={() => askToDelete(name)}>Delete</Button>
    </span>
  );
}
