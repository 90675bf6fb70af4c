import type { ComponentChildren, ComponentProps } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { safeText } from "../../values/safe-text.ts";
import { grouped, pointerStep } from "../../values/text.ts";

/** Text from elsewhere; control and invisible characters in it are shown escaped. */
export function Text({ text }: { readonly text: string }) {
  return <bdi>{safeText(text)}</bdi>;
}

export function Button(props: ComponentProps<"button">) {
  return <button type="button" {...props} />;
}

/** `1 request`, `1,234 requests` */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export function Search({ set, value }: { readonly value: string; set(value: string): void }) {
  return (
    <input
      type="search"
      aria-label="Search"
      placeholder="Search"
      value={value}
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

/** What went wrong last. */
export function Alert({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem" role="alert">
      <Text text={text} />
    </p>
  );
}

interface SplitProps {
  readonly children: ComponentChildren;
  /** What is open; undefined for nothing. */
  readonly opened: string | undefined;
  readonly detail: ComponentChildren;
  readonly label: string;
  close(): void;
}

/**
 * A list, and what is open of it; in a narrow window that takes the list's place. It gets the focus, Escape closes it,
 * and the focus goes back to its row.
 */
export function Split({ children, close, detail, label, opened }: SplitProps) {
  const list = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const row = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (opened === undefined) row.current?.focus();
    row.current = list.current?.querySelector<HTMLElement>("[aria-current]") ?? null;
    pane.current?.scrollTo(0, 0);
    pane.current?.focus();
  }, [opened]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard wherever the focus is within
    <div
      class={opened === undefined ? "split" : "split open"}
      onKeyDown={({ key }) => {
        if (key === "Escape" && opened !== undefined) close();
      }}
    >
      <div class="list" ref={list}>
        {children}
      </div>
      {opened !== undefined && (
        <aside aria-label={label} tabIndex={-1} ref={pane}>
          <Button class="close" onClick={close}>
            Close
          </Button>
          {detail}
        </aside>
      )}
    </div>
  );
}

/** What is said about a part of a value, by its JSON pointer. */
export interface Mark {
  readonly pointer: string;
  readonly kind: "bad" | "unread";
  readonly text: string;
}

interface JsonProps {
  readonly label: string;
  readonly value: unknown;
  readonly marks?: readonly Mark[];
  readonly isOpen?: boolean;
}

/** A value as JSON; what is said about a part is next to it. */
export function JsonView({ isOpen = true, label, marks = [], value }: JsonProps) {
  const lines = linesOf(value);
  const known = new Set(lines.map(({ pointer }) => pointer));
  return (
    <details open={isOpen}>
      <summary>{label}</summary>
      {/* biome-ignore lint/a11y/useSemanticElements: its text is laid out already */}
      <pre role="region" aria-label={label}>
        {lines.map(({ pointer, text }, index) => {
          const own = marks.filter((mark) => owner(mark.pointer, known) === pointer);
          return (
            <span key={index} class={`line ${own[0]?.kind ?? ""}`}>
              <Text text={text} />
              {own.map((mark) => (
                <em key={mark.text}>
                  {mark.pointer === pointer ? "" : `${mark.pointer}: `}
                  <Text text={mark.text} />
                </em>
              ))}
            </span>
          );
        })}
      </pre>
    </details>
  );
}

/** A field that is missing is marked on the object that lacks it. */
function owner(pointer: string, known: ReadonlySet<string | undefined>): string {
  if (known.has(pointer) || pointer === "") return pointer;
  return owner(pointer.slice(0, pointer.lastIndexOf("/")), known);
}

interface Line {
  /** Undefined for the end of an object, of which nothing is ever said. */
  readonly pointer: string | undefined;
  readonly text: string;
}

/** Every line of a value as JSON is usually indented; `before` and `after` are what surrounds it. */
function linesOf(value: unknown, pointer = "", before = "", after = ""): readonly Line[] {
  const parts: [string, unknown][] = Object.entries(value ?? {});
  if (typeof value !== "object" || parts.length === 0) {
    return [{ pointer, text: `${before}${JSON.stringify(value)}${after}` }];
  }
  const isList = Array.isArray(value);
  const indent = /^ */.exec(before)?.[0] ?? "";
  return [
    { pointer, text: `${before}${isList ? "[" : "{"}` },
    ...parts.flatMap(([name, part], index) => {
      const start = `${indent}  ${isList ? "" : `${JSON.stringify(name)}: `}`;
      return linesOf(part, `${pointer}/${pointerStep(name)}`, start, index < parts.length - 1 ? "," : "");
    }),
    { pointer: undefined, text: `${indent}${isList ? "]" : "}"}${after}` },
  ];
}
