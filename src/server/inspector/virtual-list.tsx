import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useNavigation } from "./inspector.ts";
import { Button } from "./parts.tsx";

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
  /** Undefined for an item that stands for itself alone. */
  groupOf?(item: Item): Group | undefined;
  /** Expands a group, or collapses it. */
  toggle?(item: Item): void;
}

/** Items that one row stands for. */
interface Group {
  readonly count: number;
  readonly isExpanded: boolean;
}

/** Rows that are drawn beyond each edge, so that scrolling shows no gaps. */
const margin = 8;

/**
 * A list of links of which only those in sight are drawn, however many there are. One of them is in the order of the
 * Tab key, and the arrow keys move it, and what is open with it; to the right and the left they expand and collapse.
 * Links added above leave the rows in sight where they are.
 */
export function VirtualList<Item>(props: ListProps<Item>) {
  const { items, label, keyOf, rowHeight } = props;
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useRange(box);
  const last = items.length - 1;
  const page = Math.max(1, Math.floor(range.height / rowHeight) - 1);
  const { activate, active, moveBy } = useActive(box, props, page);
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

/** The row in the order of the Tab key, which the arrow keys move; `page` is how many rows are in sight. */
function useActive<Item>(box: Box, list: ListProps<Item>, page: number) {
  const { groupOf, hrefOf, isOpen, items, rowHeight, toggle } = list;
  const { replace } = useNavigation();
  const [wanted, activate] = useState(0);
  const wantsFocus = useRef(false);
  const last = items.length - 1;
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

  function expand(item: Item, key: string): boolean {
    const group = groupOf?.(item);
    if (group === undefined || key !== (group.isExpanded ? "ArrowLeft" : "ArrowRight")) return false;
    toggle?.(item);
    return true;
  }

  function moveTo(index: number): void {
    const item = items[index];
    wantsFocus.current = true;
    activate(index);
    if (item !== undefined && items.some(isOpen)) replace(hrefOf(item));
    const { current } = box;
    if (current === null) return;
    const lowest = (index + 1) * rowHeight - current.clientHeight;
    current.scrollTop = Math.max(lowest, Math.min(current.scrollTop, index * rowHeight));
  }

  function moveBy(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const item = items[active];
    const index = moves[event.key];
    if (index !== undefined) moveTo(Math.max(0, Math.min(index, last)));
    else if (item === undefined || !expand(item, event.key)) return;
    event.preventDefault();
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
  const { classOf, groupOf, hrefOf, isOpen, items, row, rowHeight, toggle } = list;
  const group = groupOf?.(item);
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
        aria-expanded={group?.isExpanded}
        onFocus={activate}
      >
        {row(item)}
      </a>
      {group !== undefined && (
        <Button
          class="times"
          tabIndex={-1}
          aria-label={`${group.isExpanded ? "Collapse" : "Expand"} ${group.count} equal ones`}
          onClick={() => toggle?.(item)}
        >
          {`\u00d7 ${group.count}`}
        </Button>
      )}
    </li>
  );
}

/** From the first to the last, and those next to them that must stay in reach of the keyboard. */
function indexes(from: number, to: number, beside: readonly number[]): readonly number[] {
  const range = Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);
  return [...range, ...beside.filter((index) => index < from || index > to)];
}
