import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

/**
 * What the page shows, which its address says too, so that it can be shared and the browser's way back works:
 * `#person=ID&staff=no`. `days` is one day, or the first and the last with two dots between them, and `hours` an hour of
 * the week, as in monday-09.
 */
export type PageFilters = Readonly<Record<string, string | undefined>>;

export const selection = signal(readSelection());

for (const event of ["hashchange", "popstate"])
  addEventListener(event, () => {
    selection.value = readSelection();
  });

function readSelection(): PageFilters {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

function addressOf(parts: PageFilters): string {
  const given = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length === 0 ? location.pathname + location.search : `#${new URLSearchParams(given)}`;
}

/** Changes parts of the view; typing leaves no way back for each letter. */
export function change(parts: PageFilters, how: "push" | "replace" = "push"): void {
  history[`${how}State`](null, "", addressOf({ ...selection.value, ...parts }));
  selection.value = readSelection();
}

export function showEntries(): void {
  document.getElementById("entries")?.scrollIntoView();
}

interface LinkProps {
  readonly name: string;
  readonly value: string;
  readonly children: ComponentChildren;
}

/** A click adds a value to the selection, or takes it away if it is there already. */
export function Link({ children, name, value }: LinkProps) {
  return (
    <a href={addressOf({ [name]: value })} onClick={(event) => toggle(event, { name, value })}>
      {children}
    </a>
  );
}

interface ChartLinkProps extends LinkProps {
  readonly title: string;
  readonly tabIndex?: number;
}

/** A link that shows whether its value is in the selection, and leads to the entries. */
export function ChartLink({ children, name, value, ...more }: ChartLinkProps) {
  const isOn = selection.value[name] === value;
  const follow = (event: MouseEvent): void => {
    if (toggle(event, { name, value })) showEntries();
  };
  return (
    <a
      {...more}
      href={addressOf({ [name]: value })}
      aria-current={isOn ? "true" : undefined}
      onClick={follow}
    >
      {children}
    </a>
  );
}

/** Whether the value was added. */
function toggle(event: MouseEvent, { name, value }: Pick<LinkProps, "name" | "value">): boolean {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return false;
  event.preventDefault();
  const wasOn = selection.value[name] === value;
  change({ [name]: wasOn ? undefined : value });
  return !wasOn;
}
