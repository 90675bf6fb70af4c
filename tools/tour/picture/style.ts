import { indexedColor, rgbColor } from "./palette.ts";

/** How a cell looks; what is absent is as usual. */
export interface Style {
  readonly color?: string;
  readonly background?: string;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly inverse?: true;
}

export const usual: Style = {};

type Part = keyof Style;

const on: Readonly<Record<number, Part>> = {
  1: "bold",
  2: "dim",
  3: "italic",
  4: "underline",
  7: "inverse",
};

const off: Readonly<Record<number, readonly Part[]>> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  39: ["color"],
  49: ["background"],
};

/** The style after an escape sequence `ESC [ parameters m`; codes that are not known change nothing. */
export function changeStyle(style: Style, parameters: string): Style {
  const codes = parameters.split(";").map(Number);
  let changed = style;
  for (let code = codes.shift(); code !== undefined; code = codes.shift()) {
    changed = code === 38 || code === 48 ? withColor(changed, code, codes) : applyCode(changed, code);
  }
  return changed;
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return usual;
  const part = on[code];
  if (part !== undefined) return { ...style, [part]: true };
  const gone = off[code];
  if (gone !== undefined) return without(style, gone);
  const index = namedIndex(code % 10, code - (code % 10));
  if (index === undefined) return style;
  return { ...style, [[30, 90].includes(code - (code % 10)) ? "color" : "background"]: indexedColor(index) };
}

/** 30 to 37 and 40 to 47 are the plain colours, 90 to 97 and 100 to 107 the bright ones. */
function namedIndex(unit: number, decade: number): number | undefined {
  if (unit > 7) return undefined;
  if (decade === 30 || decade === 40) return unit;
  return decade === 90 || decade === 100 ? unit + 8 : undefined;
}

/** Takes the codes of an extended colour off the list: `5;index`, or `2;red;green;blue`. */
function withColor(style: Style, code: 38 | 48, codes: number[]): Style {
  const kind = codes.shift();
  if (kind !== 2 && kind !== 5) return style;
  const color = kind === 5 ? indexedColor(codes.shift() ?? 0) : rgbColor(codes.splice(0, 3));
  return { ...style, [code === 38 ? "color" : "background"]: color };
}

function without(style: Style, parts: readonly Part[]): Style {
  return Object.fromEntries(Object.entries(style).filter(([part]) => !parts.some((gone) => gone === part)));
}
