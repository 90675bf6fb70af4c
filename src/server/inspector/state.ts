import { type Signal, signal } from "@preact/signals";
import type { View } from "./address.ts";
import type { Seen } from "./requests.ts";

/** What every part of the page may look at; what a section alone knows stays in that section. */
export interface PageState {
  readonly view: Signal<View>;
  readonly connection: Signal<ConnectionState>;
  /** The newest first. */
  readonly seen: Signal<readonly Seen[]>;
  /** What was done last. */
  readonly notice: Signal<string | undefined>;
  /** What went wrong last. */
  readonly problem: Signal<string | undefined>;
}

/** `nowhere`: there is no world of this name. */
export type ConnectionState = "away" | "connecting" | "live" | "nowhere" | "token";

export function createState(view: View): PageState {
  return {
    view: signal(view),
    connection: signal<ConnectionState>("connecting"),
    seen: signal<readonly Seen[]>([]),
    notice: signal<string | undefined>(undefined),
    problem: signal<string | undefined>(undefined),
  };
}

/** Forgets what belongs to one world. */
export function forgetWorld({ notice, problem, seen }: PageState): void {
  seen.value = [];
  notice.value = undefined;
  problem.value = undefined;
}
