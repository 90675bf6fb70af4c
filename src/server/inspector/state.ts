import { type Signal, signal } from "@preact/signals";
import type { View } from "./address.ts";
import type { Seen } from "./requests.ts";

/** What every part of the page may look at; what a section alone knows stays in that section. */
export interface PageState {
  readonly view: Signal<View>;
  readonly connection: Signal<ConnectionState>;
  /** The newest first. */
  readonly seen: Signal<readonly Seen[]>;
  /** What was done last, and how to undo it. */
  readonly notice: Signal<Notice | undefined>;
  /** What went wrong last, and in which form. */
  readonly problem: Signal<PageProblem | undefined>;
  readonly question: Signal<Question | undefined>;
}

/** `nowhere`: there is no world of this name. */
export type ConnectionState = "away" | "connecting" | "live" | "nowhere" | "token";

export interface Notice {
  readonly text: string;
  undo?(): Promise<unknown>;
}

export interface PageProblem {
  /** The form that it belongs to; undefined if no form caused it. */
  readonly form: string | undefined;
  readonly message: string;
  readonly details: readonly string[];
}

/** Asked in a dialog before something is lost, or for a name. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** The word on the button that does it. */
  readonly verb: string;
  /** The label of the text that is asked for, and for one of several lines what it starts with. */
  readonly field?: string;
  readonly lines?: string;
  /** Closes the dialog once it is done. */
  answer(text: string): Promise<unknown>;
}

export function createState(view: View): PageState {
  return {
    view: signal(view),
    connection: signal<ConnectionState>("connecting"),
    seen: signal<readonly Seen[]>([]),
    notice: signal<Notice | undefined>(undefined),
    problem: signal<PageProblem | undefined>(undefined),
    question: signal<Question | undefined>(undefined),
  };
}

/** Forgets what belongs to one world. */
export function forgetWorld({ notice, problem, question, seen }: PageState): void {
  seen.value = [];
  notice.value = undefined;
  problem.value = undefined;
  question.value = undefined;
}
