import type { Summary } from "./summary.ts";

/** One bar of a chart: a person or a word, and how often it came. */
export interface Ranked {
  readonly label: string;
  readonly count: number;
  readonly isStaff: boolean;
}

/** The counts of a summary as they are shown to people, the most frequent first. */
export interface Rankings {
  readonly people: readonly Ranked[];
  readonly actions: readonly Ranked[];
  readonly resourceTypes: readonly Ranked[];
}

export function rankingsOf({ actors, actions, resource_types }: Summary): Rankings {
  return {
    people: actors.map(({ id, name, is_staff, count }) => ({
      label: name || id || "(nobody)",
      count,
      isStaff: is_staff,
    })),
    actions: actions.map(({ action, count }) => word(action, count)),
    resourceTypes: resource_types.map(({ resource_type, count }) => word(resource_type, count)),
  };
}

function word(label: string, count: number): Ranked {
  return { label: label || "(none)", count, isStaff: false };
}
