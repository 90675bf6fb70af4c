import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

interface ListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  /** Pixels; the same for every row. */
  readonly rowHeight: number;
  keyOf(item: Item): string;
  hrefOf(item: Item): string;
  isOpen(item: Item): boolean;
  classOf?(item: Item): string;
  row(item: Item): ComponentChildren;
}

/** Rows that are drawn beyond each edge, so that scrolling shows no gaps. */
const margin = 8;

/**
 * A list of links of which only those in sight are drawn, however many there are. One of them is in the order of the
 * Tab key, and the arrow keys move it. Links added above leave the rows in sight where they are.
 */
export function VirtualList<Item>(props: ListProps<Item>) {
  const { items, keyOf, label, rowHeight } = props;
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useRange(box);
  const last = items.length - 1;
  const page = Math.max(1, Math.floor(range.height / rowHeight) - 1);
  const { activate, active, moveBy } = useActive(box, { last, page, rowHeight });
  useSteadyRows(box, props, activate);
  const from = Math.max(0, Math.floor(range.top / rowHeight) - margin);
  const to = Math.min(last, Math.ceil((range.top + range.height) / rowHeight) + margin);
  return (
    <div class="rows" ref={box} onScroll={({ currentTarget }) => setRange(rangeOf(currentTarget))}>
      <ul aria-label={label} style={{ height: `${items.length * rowHeight}px` }} onKeyDown={moveBy}>
        {indexes(from, to, last < 0 ? [] : [active]).map((index) => {
          const item = items[index];
          return item === undefined ? null : (
            <Row
              key={keyOf(item)}
              {...props}
              item={item}
              index={index}
              isActive={index === active}
              activate={() => activate(index)}
            />
          );
        })}
      </ul>
    </div>
  );
}

type Box = RefObject<HTMLDivElement | null>;

function rangeOf({ clientHeight, scrollTop }: Element) {
  return { top: scrollTop, height: clientHeight };
}

/** What of the list is in sight, in pixels. */
function useRange(box: Box) {
  const [range, setRange] = useState({ top: 0, height: 900 });
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setRange(rangeOf(current)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [range, setRange] as const;
}

interface Rows {
  readonly last: number;
  /** How many of them are in sight. */
  readonly page: number;
  readonly rowHeight: number;
}

/** The row in the order of the Tab key, which the arrow keys move. */
function useActive(box: Box, { last, page, rowHeight }: Rows) {
  const [wanted, activate] = useState(0);
  const wantsFocus = useRef(false);
  const active = Math.max(0, Math.min(wanted, last));
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: last,
  };

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    box.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
  });

  function moveBy(event: KeyboardEvent): void {
    const index = moves[event.key];
    if (index === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(index, last));
    wantsFocus.current = true;
    activate(to);
    const { current } = box;
    if (current === null) return;
    const lowest = (to + 1) * rowHeight - current.clientHeight;
    current.scrollTop = Math.max(lowest, Math.min(current.scrollTop, to * rowHeight));
  }

  return { active, activate, moveBy };
}

/** Keeps what is in sight, and the active row, where they are when rows are added above. */
function useSteadyRows<Item>(
  box: Box,
  { items, keyOf, rowHeight }: ListProps<Item>,
  activate: (next: (index: number) => number) => void,
): void {
  const top = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const first = items[0];
    const before = top.current;
    top.current = first === undefined ? undefined : keyOf(first);
    const { current } = box;
    if (before === undefined || current === null || before === top.current) return;
    const added = items.slice(0, 2000).findIndex((item) => keyOf(item) === before);
    if (added <= 0) return;
    activate((index) => (index === 0 && !current.contains(document.activeElement) ? 0 : index + added));
    if (current.scrollTop > 0) current.scrollTop += added * rowHeight;
  }, [items]);
}

interface RowProps<Item> extends ListProps<Item> {
  readonly item: Item;
  readonly index: number;
  readonly isActive: boolean;
  activate(): void;
}

function Row<Item>({ activate, index, isActive, item, ...list }: RowProps<Item>) {
  const { classOf, hrefOf, isOpen, items, row, rowHeight } = list;
  return (
    <li
      aria-setsize={items.length}
      aria-posinset={index + 1}
      style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
    >
      <a
        class={`row ${classOf?.(item) ?? ""}`}
        href={hrefOf(item)}
        tabIndex={isActive ? 0 : -1}
        aria-current={isOpen(item) ? "true" : undefined}
        onFocus={activate}
      >
        {row(item)}
      </a>
    </li>
  );
}

/** From the first to the last, and those next to them that must stay in reach of the keyboard. */
function indexes(from: number, to: number, beside: readonly number[]): readonly number[] {
  const range = Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);
  return [...range, ...beside.filter((index) => index < from || index > to)];
}
