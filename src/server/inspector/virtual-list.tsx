import type { ComponentChildren } from "preact";
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
  const [range, setRange] = useState({ top: 0, height: 900 });
  const [active, setActive] = useState(0);
  const top = useRef<string | undefined>(undefined);
  const wantsFocus = useRef(false);

  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() =>
      setRange({ top: current.scrollTop, height: current.clientHeight }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const first = items[0];
    const before = top.current;
    top.current = first === undefined ? undefined : keyOf(first);
    const { current } = box;
    if (before === undefined || current === null || before === top.current) return;
    const added = items.slice(0, 2000).findIndex((item) => keyOf(item) === before);
    if (added <= 0) return;
    setActive((index) => (index === 0 && !current.contains(document.activeElement) ? 0 : index + added));
    if (current.scrollTop > 0) current.scrollTop += added * rowHeight;
  }, [items]);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    box.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
  });

  const last = items.length - 1;
  const current = Math.max(0, Math.min(active, last));
  const from = Math.max(0, Math.floor(range.top / rowHeight) - margin);
  const to = Math.min(last, Math.ceil((range.top + range.height) / rowHeight) + margin);
  const shown = indexes(from, to, last < 0 ? [] : [current]);

  function move(index: number): void {
    const to = Math.max(0, Math.min(index, last));
    wantsFocus.current = true;
    setActive(to);
    const { current } = box;
    if (current === null) return;
    const lowest = (to + 1) * rowHeight - current.clientHeight;
    current.scrollTop = Math.max(lowest, Math.min(current.scrollTop, to * rowHeight));
  }

  const page = Math.max(1, Math.floor(range.height / rowHeight) - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: last,
  };

  return (
    <div
      class="rows"
      ref={box}
      onScroll={({ currentTarget }) =>
        setRange({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <ul
        aria-label={label}
        style={{ height: `${items.length * rowHeight}px` }}
        onKeyDown={(event) => {
          const index = moves[event.key];
          if (index === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          move(index);
        }}
      >
        {shown.map((index) => {
          const item = items[index];
          return item === undefined ? null : (
            <Row
              key={keyOf(item)}
              {...props}
              item={item}
              index={index}
              isActive={index === current}
              activate={() => setActive(index)}
            />
          );
        })}
      </ul>
    </div>
  );
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
