import { batch } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useLayoutEffect } from "preact/hooks";
import type { ControlInput } from "../../contract/control/client.ts";
import type { ControlName } from "../../contract/control/operations.ts";
import type { AnyOperation } from "../../contract/operations.ts";
import { addressOf, type Filters, type View } from "./address.ts";
import { type CallControl, createAnswers, type KnownAnswers } from "./answers.ts";
import { type ControlAnswer, ControlError, type PageControl } from "./control-client.ts";
import type { PageState } from "./state.ts";

export type KnownOperation = Pick<AnyOperation, "merchantHeader" | "name" | "scope">;

/** What sections are written with: what the page knows, and how to call the server. */
export interface Inspector extends PageState {
  /** The address of the API at the root. */
  readonly root: string;
  /** Those of the API. */
  readonly operations: readonly KnownOperation[];
  readonly control: PageControl;
  readonly answers: KnownAnswers;
  /** Calls the control interface of the world that is shown. */
  readonly call: CallControl;
  /** Empties the journal of the world that is shown, and forgets what this page has seen of it. */
  clearRequests(): Promise<void>;
  /** Fetches anew what is shown; what goes wrong is said. */
  reload(): Promise<void>;
  /** Goes to an address within the page; with `replace`, the way back does not lead to the one before. */
  go(address: string, how?: "replace"): void;
}

interface InspectorParts extends Pick<Inspector, "control" | "go" | "operations" | "root"> {
  readonly state: PageState;
}

export function createInspector({ control, go, operations, root, state }: InspectorParts): Inspector {
  const { problem, seen, view } = state;
  const world = () => view.value.world;
  const call: CallControl = (name, input) => control.of(world()).call(name, input);
  const answers = createAnswers(call, world);

  async function reload(): Promise<void> {
    try {
      await answers.refresh();
    } catch (error) {
      // The loop that follows the journal reports itself that nobody answers, or that the world is gone.
      const isReported = error instanceof ControlError && (error.kind === "away" || error.status === 404);
      if (!isReported) showProblem(state, error);
    }
  }

  return {
    ...state,
    root,
    operations,
    control,
    answers,
    call,
    reload,
    go,
    async clearRequests() {
      try {
        await call("clearRequests", {});
        batch(() => {
          seen.value = [];
          problem.value = undefined;
        });
      } catch (error) {
        showProblem(state, error);
      }
    },
  };
}

function showProblem({ connection, problem }: PageState, error: unknown): void {
  if (!(error instanceof Error)) throw error;
  batch(() => {
    problem.value = error.message;
    if (error instanceof ControlError && error.kind === "token") connection.value = "token";
  });
}

export const InspectorContext = createContext<Inspector | undefined>(undefined);

export function useInspector(): Inspector {
  const page = useContext(InspectorContext);
  if (page === undefined) throw new Error("There is no page around this");
  return page;
}

/** The latest answer of an operation, which is fetched anew as long as it is used; undefined until there is one. */
export function useAnswer<Name extends ControlName>(
  name: Name,
  input: ControlInput<Name>,
): ControlAnswer<Name> | undefined {
  const { answers } = useInspector();
  useLayoutEffect(() => answers.use(name, input), [answers, name, JSON.stringify(input)]);
  return answers.latest(name, input).value?.answer;
}

/** Ways to another view, which keep what is not given. */
export function useNavigation() {
  const { go, view } = useInspector();
  const filtered = (filters: Filters): View => ({
    ...view.value,
    filters: { ...view.value.filters, ...filters },
  });
  return {
    show(change: Partial<View>): void {
      const { section, world } = view.value;
      const isOther = change.section !== undefined && change.section !== section;
      go(addressOf({ ...(isOther ? { world } : view.value), section, ...change }));
    },
    filter: (filters: Filters) => go(addressOf(filtered(filters))),
    replace: (address: string) => go(address, "replace"),
    /** Like `filter`, but without a history entry for each letter. */
    type(filters: Filters): void {
      view.value = filtered(filters);
      history.replaceState(null, "", addressOf(view.value));
    },
  };
}
