import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

/**
 * What the page shows, which its address says too, so that it can be shared and the browser's way back works:
 * `#person=ID&staff=no`. `days` is the first and the last with two dots between them, and `hours` an hour of the week, as
 * in monday-09.
 */
export const selection = signal(readSelection());

for (const event of ["hashchange", "popstate"])
  addEventListener(event, () => {
    selection.value = readSelection();
  });

function readSelection(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

function addressOf(parts: ReturnType<typeof readSelection>): string {
  const given = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length === 0 ? location.pathname + location.search : `#${new URLSearchParams(given)}`;
}

export function changeView(parts: ReturnType<typeof readSelection>): void {
  history.pushState(null, "", addressOf(parts));
  selection.value = readSelection();
}

interface LinkProps {
  readonly name: string;
  readonly value: string;
  /** Whether the selection has the value. */
  readonly isOn?: boolean;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A click adds a value to the selection and leads to the entries, or takes it away if it is there already. */
export function Link({ children, isOn, name, title, value }: LinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const wasOn = selection.value[name] === value;
    changeView({ ...selection.value, [name]: wasOn ? undefined : value });
    if (!wasOn) document.getElementById("entries")?.scrollIntoView();
  };
  return (
    <a href={addressOf({ [name]: value })} title={title} aria-current={isOn || undefined} onClick={follow}>
      {children}
    </a>
  );
}
