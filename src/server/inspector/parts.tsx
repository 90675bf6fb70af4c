import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { safeText } from "../../values/safe-text.ts";
import { grouped } from "../../values/text.ts";
import { addressOf, type View } from "./address.ts";
import { useInspector } from "./inspector.ts";

interface Children {
  readonly children: ComponentChildren;
}

/** A part of the page, named by its heading. */
export function Section({
  actions,
  children,
  title,
}: Children & { title: string; actions?: ComponentChildren }) {
  return (
    <section aria-labelledby="section-title" class="section">
      <header class="section-head">
        <h1 id="section-title">{title}</h1>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** Text from elsewhere; control and invisible characters in it are shown escaped. */
export function Text({ text }: { readonly text: string }) {
  return <bdi>{safeText(text)}</bdi>;
}

export function Button(props: ComponentProps<"button">) {
  return <button type="button" {...props} />;
}

interface LinkProps extends Children {
  readonly to: Partial<View>;
  readonly class?: string;
  readonly title?: string;
  readonly "aria-current"?: "page" | "true" | undefined;
}

/** A link to another view, in the world that is shown unless it names one. */
export function Link({ children, to, ...props }: LinkProps) {
  const { world } = useInspector().view.value;
  return (
    <a {...props} href={addressOf({ world, ...to })}>
      {children}
    </a>
  );
}

/** What to do when there is nothing to see. */
export function Empty({ children, title }: Partial<Children> & { readonly title: string }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

export function Status({
  isFault = false,
  status,
}: {
  readonly status: number | string;
  readonly isFault?: boolean;
}) {
  const kind = typeof status === "string" ? "5" : String(status).slice(0, 1);
  return (
    <span class={`status s${kind}`} title={isFault ? "by a simulated fault" : undefined}>
      {status}
    </span>
  );
}

/** `1 request`, `1,234 requests` */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The start of an id, long enough to tell two apart. */
export function shortId(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id) ? id.slice(0, 8) : id;
}

/** A short id; a click copies the whole one. */
export function Id({ id }: { readonly id: string }) {
  const copy = useCopy();
  return (
    <Button class="id" title={`${safeText(id)}: click to copy`} onClick={() => copy(id, "the id")}>
      <Text text={shortId(id)} />
    </Button>
  );
}

/** Puts a text on the clipboard and says so. */
export function useCopy(): (text: string, what: string) => Promise<void> {
  const { notice } = useInspector();
  return async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without TLS there is a clipboard only on loopback, but a selection can still be copied.
      copySelected(text);
    }
    notice.value = `Copied ${what}`;
  };
}

function copySelected(text: string): void {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}

/** What went wrong last. */
export function ShownProblem() {
  const problem = useInspector().problem.value;
  if (problem === undefined) return null;
  return (
    <p class="problem" role="alert">
      <Text text={problem} />
    </p>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  set(value: string): void;
  readonly placeholder?: string;
  readonly type: "password" | "search";
}

export function Field({ label, placeholder, set, type, value }: FieldProps) {
  const id = useId();
  const input = {
    id,
    value,
    placeholder,
    autocomplete: "off",
    spellcheck: false,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => set(currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {/* The types of Preact know which roles go with which type, one type at a time. */}
      {type === "search" ? <input type="search" {...input} /> : <input type="password" {...input} />}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  set(value: Value): void;
  /** Values and how they are shown. */
  readonly options: readonly (readonly [Value, string])[];
}

export function Choice<Value extends string>({ label, options, set, value }: ChoiceProps<Value>) {
  const id = useId();
  const isKnown = options.some(([known]) => known === value);
  const all = isKnown ? options : [...options, [value, value] as const];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = all[currentTarget.selectedIndex];
          if (chosen !== undefined) set(chosen[0]);
        }}
      >
        {all.map(([each, shown]) => (
          <option key={each} value={each}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  );
}

interface SplitProps extends Children {
  /** What is open next to the list; in a narrow window it takes the list's place. */
  readonly detail: ComponentChildren;
  readonly detailTitle: string;
  close(): void;
}

/** A list, and what is open of it; Escape closes it, and the focus goes back to where it was opened. */
export function Split({ children, close, detail, detailTitle }: SplitProps) {
  const isOpen = Boolean(detail);
  const list = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
    const isCovered = list.current !== null && getComputedStyle(list.current).visibility === "hidden";
    if (isOpen && isCovered) pane.current?.querySelector("button")?.focus();
    const isLost = document.activeElement === document.body;
    if (wasOpen.current && !isOpen && isLost) {
      const row = list.current?.querySelector<HTMLElement>("[tabindex='0']");
      // Of a row that is in sight nothing should move; while something was open, a narrow window had a higher list.
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: "nearest" });
    }
    wasOpen.current = isOpen;
  }, [isOpen, detailTitle]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard wherever the focus is within
    <div
      class={isOpen ? "split open" : "split"}
      onKeyDown={({ key }) => {
        if (key === "Escape" && isOpen) close();
      }}
    >
      <div class="split-list" ref={list}>
        {children}
      </div>
      {isOpen && (
        <aside class="split-detail" aria-label={detailTitle} ref={pane}>
          <Button class="close" onClick={close}>
            Close
          </Button>
          {detail}
        </aside>
      )}
    </div>
  );
}
