import type { ControlInput } from "../../contract/control/client.ts";
import type { FaultSet } from "../../contract/control/fault-sets.ts";
import type { ControlName } from "../../contract/control/operations.ts";
import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import type { StoredList } from "../../contract/control/words.ts";
import { parseFault, writeFault } from "../faults/rule-text.ts";
import { beforeReset } from "../store/storage.ts";
import { addressOf, type Filters, type View } from "./address.ts";
import { type ControlAnswer, ControlError, type JournalItem, type PageControl } from "./control-client.ts";
import type { KnownClock, PageState, PageStore, Question } from "./state.ts";

/** Everything that a person can do on the page. */
export type Actions = ReturnType<typeof createActions>;

/** The list that is shown until another one is chosen. */
export const firstList = "merchant_accounts";

export function createActions(store: PageStore, control: PageControl, go: (address: string) => void) {
  const world = () => store.state.view.world;
  const call = <Name extends ControlName>(name: Name, input: ControlInput<Name>) =>
    control.of(world()).call(name, input);

  /** Does one thing; an error is shown in the form that caused it. */
  async function attempt(form: string | undefined, work: () => Promise<Partial<PageState> | undefined>) {
    store.set({ problem: undefined, notice: undefined });
    try {
      const change = await work();
      await attemptQuietly(refresh, showProblem);
      if (change !== undefined) store.set(change);
      return true;
    } catch (error) {
      showProblem(form, error);
      return false;
    }
  }

  function showProblem(form: string | undefined, error: unknown): void {
    if (!(error instanceof Error)) throw error;
    const isLocked = error instanceof ControlError && error.kind === "token";
    const details = error instanceof ControlError ? error.problems : [];
    const problem = { form: isLocked ? "token" : form, message: error.message, details };
    store.set(isLocked ? { connection: "token", problem } : { problem });
  }

  /** Fetches what the section of the view shows, and what the head of the page shows. */
  async function refresh(): Promise<void> {
    const { open, section } = store.state.view;
    const here = store.state.view.world;
    const at = Date.now();
    const health = await call("readHealth", {});
    const change: Partial<PageState> = {
      health,
      clock: { ...health.clock, time: Date.parse(health.clock.time), at },
    };
    const { items: worlds } = await call("listWorlds", {});
    const { items: faults } = await call("listFaults", {});
    const more = await (section === "data" ? loadData(open[0]) : loads[section]());
    // A view that was left meanwhile has no use for what belonged to its world.
    if (store.state.view.world === here) store.set({ ...change, faults, worlds, ...more });
  }

  const loads = {
    requests: async () => (store.state.operations.length > 0 ? {} : call("readCoverage", {})),
    faults: async () => ({}),
    clock: async () => ({}),
    snapshots: async () => ({
      snapshots: (await call("listSnapshots", {})).items,
    }),
    coverage: async () => ({
      exercised: (await call("readExercised", {})).operations,
      ...(await loads.requests()),
    }),
  };

  async function loadData(list: string = firstList): Promise<Partial<PageState>> {
    const { items } = await call("listData", { path: { list } });
    // A list that does not exist has been answered 404.
    return { data: { list: list as StoredList, rows: items } };
  }

  const ask = (question: Question) => store.set({ question, problem: undefined });

  const restoreBefore = async () => void (await attempt(undefined, () => goBackTo(beforeReset)));

  async function goBackTo(name: string): Promise<Partial<PageState>> {
    await call("restoreSnapshot", { path: { name } });
    const text = name === beforeReset ? "Undone" : `The data is that of the snapshot ${name} again`;
    return { notice: { text, undo: restoreBefore } };
  }

  const setClock = (text: string, body: NonNullable<ControlInput<"changeClock">["body"]>) =>
    attempt("clock", async () => {
      await call("changeClock", { body });
      return { notice: { text } };
    });

  return {
    /** Rejects if that can't be fetched. */
    refresh,
    reload: () => attemptQuietly(refresh, showProblem),
    dismiss: () => store.set({ notice: undefined }),
    closeQuestion: () => store.set({ question: undefined, problem: undefined }),

    /** Shows another part of the page, and keeps what is not given. */
    show(change: Partial<View>): void {
      const { view } = store.state;
      const kept =
        change.section === undefined || change.section === view.section ? view : { world: view.world };
      go(addressOf({ section: view.section, ...kept, ...change }));
    },
    filter(filters: Filters): void {
      const { view } = store.state;
      go(addressOf({ ...view, filters: { ...view.filters, ...filters } }));
    },
    /** Like `filter`, but without a history entry for each letter. */
    type(filters: Filters): void {
      const { view } = store.state;
      const next = { ...view, filters: { ...view.filters, ...filters } };
      history.replaceState(null, "", addressOf(next));
      store.set({ view: next });
    },

    giveToken(token: string): void {
      control.useToken(token);
      store.set({ connection: "connecting", problem: undefined });
    },

    say: (text: string) => store.set({ notice: { text } }),

    clearRequests: () =>
      ask({
        title: "Clear the requests?",
        text: "The journal of this world and what this page has seen of it are forgotten.",
        verb: "Clear",
        answer: async () => {
          await attempt(undefined, async () => {
            await call("clearRequests", {});
            return { seen: [], question: undefined };
          });
        },
      }),

    failOnce: ({ method, path }: JournalItem) =>
      attempt(undefined, async () => {
        const rule: FaultRule = { method, path, status: 503, times: 1 };
        const { ids } = await call("addFaults", { body: rule });
        const undo = async () => void (await attempt(undefined, () => removeFaults(ids)));
        return { notice: { text: `The next ${method} ${path} gets a 503`, undo } };
      }),

    addFault: (text: string) =>
      attempt("rule", async () => {
        await call("addFaults", { body: parseFault(text) });
        return { notice: { text: `Added ${text.trim()}` } };
      }),
    removeFault: ({ id, ...rule }: ControlAnswer<"listFaults">["items"][number]) =>
      changeFaults(`Removed ${writeFault(rule)}`, () => call("removeFault", { path: { id } })),
    applySet: (set: FaultSet) =>
      changeFaults(`Applied the set ${set}`, () => call("replaceFaults", { body: { set } })),
    clearFaults: () => changeFaults("Removed all rules", () => call("removeFaults", {})),

    freeze: () => setClock("The clock stands still", { frozen: true }),
    unfreeze: () => setClock("The clock runs again", { frozen: false }),
    backToRealTime: () => setClock("The clock shows its own time again", { time: null, frozen: false }),
    judgeTokensBy(tokens: KnownClock["tokens"]) {
      const { clock } = store.state;
      // A choice that springs back until the server has answered looks refused.
      if (clock !== undefined) store.set({ clock: { ...clock, tokens } });
      const judge = tokens === "real" ? "the time of day" : "the server's clock";
      return setClock(`Tokens are judged by ${judge}`, { tokens });
    },
    forward: (by: string, words: string) =>
      attempt("clock", async () => {
        await call("advanceClock", { body: { by } });
        return { notice: { text: `The clock is ${words} further on` } };
      }),

    addSeed: (document: string) =>
      attempt("seed", async () => {
        const { added } = await call("addSeed", { body: document });
        const counts = Object.entries(added).map(([list, count]) => `${count} in ${list}`);
        return { notice: { text: `Added ${counts.join(", ") || "nothing"}` } };
      }),
    reset: (name?: string) =>
      attempt(undefined, async () => {
        await control.of(name ?? world()).call("resetData", {});
        const text = `${name ?? world() ?? "The root"} is back as it was at first`;
        return { notice: name === undefined ? { text, undo: restoreBefore } : { text } };
      }),
    restore: (name: string) => attempt(undefined, () => goBackTo(name)),
    takeSnapshot: (name: string) =>
      attempt("snapshot", async () => {
        await call("takeSnapshot", { path: { name } });
        return { notice: { text: `Took the snapshot ${name}` } };
      }),
    deleteSnapshot: (name: string) =>
      ask({
        title: `Delete the snapshot ${name}?`,
        text: "Its data can't be brought back.",
        verb: "Delete",
        answer: async () => {
          await attempt(undefined, async () => {
            await call("deleteSnapshot", { path: { name } });
            return { question: undefined, notice: { text: `Deleted the snapshot ${name}` } };
          });
        },
      }),

    createWorld: (name: string) => createWorld("world", name, "seed"),
    fork: (from: string) =>
      ask({
        title: "Fork into a new world",
        text: `It starts with the data of the ${from.replace(":", " ")}.`,
        verb: "Create world",
        field: "World name",
        answer: async (name) => void (await createWorld("question", name, from)),
      }),
    deleteWorld: (name: string) =>
      ask({
        title: `Delete the world ${name}?`,
        text: "Its data, snapshots, faults and journal go with it.",
        verb: "Delete",
        answer: async () => {
          await attempt(undefined, async () => {
            await call("deleteWorld", { path: { name } });
            if (world() === name) go(addressOf({ section: "snapshots" }));
            return { question: undefined, notice: { text: `Deleted the world ${name}` } };
          });
        },
      }),
    countAnew: () =>
      ask({
        title: "Start counting from zero?",
        text: "What callers have met so far is forgotten.",
        verb: "Clear",
        answer: async () => {
          await attempt(undefined, async () => {
            await call("clearExercised", {});
            return { question: undefined };
          });
        },
      }),
  };

  function createWorld(form: string, name: string, from: string) {
    return attempt(form, async () => {
      await call("createWorld", { path: { name }, body: { from } });
      return { question: undefined, notice: { text: `Created the world ${name}` } };
    });
  }

  async function removeFaults(ids: readonly string[]): Promise<Partial<PageState>> {
    for (const id of ids) await call("removeFault", { path: { id } });
    return { notice: { text: "Undone" } };
  }

  /** Rules are few, so undoing restores all of them. */
  function changeFaults(text: string, change: () => Promise<unknown>) {
    return attempt("faults", async () => {
      const { items } = await call("listFaults", {});
      await change();
      const putBack = async () => {
        await call("replaceFaults", { body: { items } });
        return { notice: { text: "Undone" } };
      };
      return { notice: { text, undo: async () => void (await attempt("faults", putBack)) } };
    });
  }
}

async function attemptQuietly(
  work: () => Promise<void>,
  showProblem: (form: undefined, error: unknown) => void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    // The loop that follows the journal reports itself that nobody answers.
    if (!(error instanceof ControlError && error.kind === "away")) showProblem(undefined, error);
  }
}
