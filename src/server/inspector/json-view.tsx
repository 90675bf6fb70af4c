import { useState } from "preact/hooks";
import { pointerStep } from "../../values/text.ts";
import { Button, Text } from "./parts.tsx";

/** What is said about a place in a value, by its JSON pointer. */
export interface Mark {
  readonly pointer: string;
  readonly kind: "bad" | "unread";
  readonly text: string;
}

interface Line {
  readonly depth: number;
  readonly key: string | undefined;
  readonly text: string;
  readonly kind: string;
  readonly pointer: string;
  readonly end: string;
  /** What begins here. */
  readonly part: unknown;
}

/** More are shown on request. */
const mostLines = 400;

/** A value as JSON, a line for each part; what is said about a part is next to it. */
export function JsonView({
  label,
  marks = [],
  value,
}: {
  label: string;
  value: unknown;
  marks?: readonly Mark[];
}) {
  const [isWhole, setWhole] = useState(false);
  const lines = linesOf(value);
  const shown = isWhole ? lines : lines.slice(0, mostLines);
  const known = new Set(lines.map(({ pointer }) => pointer));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within reach of the keyboard
    <section class="json" aria-label={label} tabIndex={0}>
      {shown.map((line, index) => (
        <JsonLine
          key={index}
          line={line}
          marks={marks.filter(({ pointer }) => owner(pointer, known) === line.pointer)}
        />
      ))}
      {lines.length > shown.length && (
        <Button onClick={() => setWhole(true)}>Show all {lines.length.toLocaleString("en-US")} lines</Button>
      )}
    </section>
  );
}

/** The part of a value that a JSON pointer names; undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  return linesOf(value).find((line) => line.pointer === pointer && pointer !== "")?.part;
}

/** A field that is missing is marked on the object that lacks it. */
function owner(pointer: string, known: ReadonlySet<string>): string {
  if (known.has(pointer) || pointer === "") return pointer;
  return owner(pointer.slice(0, pointer.lastIndexOf("/")), known);
}

function JsonLine({ line, marks }: { readonly line: Line; readonly marks: readonly Mark[] }) {
  const { depth, end, key, kind, pointer, text } = line;
  const [first] = marks.toSorted((a, b) => a.kind.localeCompare(b.kind));
  return (
    <div class={`line ${first?.kind ?? ""}`} style={{ paddingLeft: `${depth * 1.25 + 0.5}rem` }}>
      <code>
        {key !== undefined && (
          <>
            <span class="key">
              <Text text={key} />
            </span>
            {": "}
          </>
        )}
        <span class={kind}>
          <Text text={text} />
        </span>
        {end}
      </code>
      {marks.map((mark) => (
        <span key={mark.text} class="remark">
          {mark.pointer === pointer ? "" : `${mark.pointer}: `}
          <Text text={mark.text} />
        </span>
      ))}
    </div>
  );
}

type Place = Pick<Line, "depth" | "end" | "key" | "pointer">;

/** Every line of a value as JSON is usually indented. */
function linesOf(
  value: unknown,
  place: Place = { depth: 0, end: "", key: undefined, pointer: "" },
): readonly Line[] {
  if (typeof value !== "object" || value === null) {
    const kind = value === null ? "null" : typeof value;
    return [{ ...place, text: JSON.stringify(value) ?? "null", kind, part: value }];
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const parts: [string, unknown][] = Object.entries(value);
  if (parts.length === 0) return [{ ...place, text: `${open}${close}`, kind: "", part: value }];
  const inner = parts.flatMap(([name, part], index) =>
    linesOf(part, {
      depth: place.depth + 1,
      end: index === parts.length - 1 ? "" : ",",
      key: isList ? undefined : JSON.stringify(name),
      pointer: `${place.pointer}/${pointerStep(name)}`,
    }),
  );
  return [
    { ...place, text: open, kind: "", end: "", part: value },
    ...inner,
    // Nothing is ever said about the end of an object.
    { ...place, key: undefined, pointer: "end", text: close, kind: "", part: undefined },
  ];
}
