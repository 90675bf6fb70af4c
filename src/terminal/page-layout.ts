import type { Argument, ArgumentSpecs } from "./arguments.ts";
import type { Flag, FlagSpecs } from "./flags.ts";
import { argumentName, optionNames } from "./words.ts";
import { wrapLines } from "./wrap-lines.ts";

/** The width of the terminal, within the limits of what is easy to read. */
export function readableWidth(columns: number): number {
  return Math.min(100, Math.max(20, columns));
}

/** A wrapped text whose lines all start with the indent. */
export function paragraph(text: string, width: number, indent = ""): string[] {
  return wrapLines(text, width - indent.length).map((line) => indent + line);
}

export interface Definition {
  readonly term: string;
  readonly text: string;
  /** Further paragraphs below, indented deeper. */
  readonly below?: readonly string[];
}

const indent = "  ";
const gap = 2;
/** A longer term gets a line of its own, unless its text fits behind it. */
const widestTerm = 30;

/** With less room next to the terms, texts go below them. */
const leastBeside = 24;

/** Two columns: terms on the left, wrapped texts on the right. */
export function definitionLines(rows: readonly Definition[], width: number): string[] {
  const lengths = rows.map(({ term }) => term.length).filter((length) => length <= widestTerm);
  const column = Math.max(0, ...lengths) + gap;
  const hanging = indent + " ".repeat(column);
  if (width - hanging.length < leastBeside) return rows.flatMap((row) => stackedLines(row, width));
  return rows.flatMap(({ term, text, below = [] }) => {
    const [first = "", ...more] = wrapLines(text, width - hanging.length);
    const lines = more.map((line) => hanging + line);
    const deeper = below.flatMap((line) => belowLines(line, width));
    const both = `${indent}${term}${" ".repeat(gap)}${text}`;
    if (term.length > widestTerm && both.length <= width) return [both, ...deeper];
    if (term.length > widestTerm) return [indent + term, hanging + first, ...lines, ...deeper];
    return [`${indent}${term.padEnd(column)}${first}`.trimEnd(), ...lines, ...deeper];
  });
}

function stackedLines({ term, text, below = [] }: Definition, width: number): string[] {
  return [
    ...paragraph(term, width, indent),
    ...paragraph(text, width, indent + indent),
    ...below.flatMap((line) => belowLines(line, width)),
  ];
}

function belowLines(text: string, width: number): string[] {
  const lines = wrapLines(text, width - 6);
  return lines.map((line, index) => `${index === 0 ? "    " : "      "}${line}`);
}

/** A part of a help page; without lines it is left out. */
export interface PageSection {
  readonly title?: string;
  readonly lines: readonly string[];
}

/** The page: its parts, with an empty line between them. */
export function pageText(sections: readonly PageSection[]): string {
  const blocks = sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => [...(title === undefined ? [] : [`${title}:`]), ...lines].join("\n"));
  return `${blocks.join("\n\n")}\n`;
}

/** A row for each option: how it is written, and what it does. */
export function optionRows(flags: FlagSpecs): Definition[] {
  return Object.entries(flags).map(([key, flag]) => ({
    term: optionTerm(key, flag),
    text: withChoices(withUsual(flag), flag.form === "optional" ? undefined : flag.choices),
  }));
}

function optionTerm(key: string, flag: Flag<unknown>): string {
  const { short, long } = optionNames(key, flag);
  return `${short === undefined ? "    " : `${short}, `}${longTerm(long, flag)}`;
}

function longTerm(long: string, flag: Flag<unknown>): string {
  switch (flag.form) {
    case "switch":
      return long;
    case "negatable":
      return long.replace("--", "--[no-]");
    case "clearable":
      return `${long.replace("--", "--[no-]")} ${flag.placeholder}`;
    case "optional":
      return `${long}[=${flag.placeholder}]`;
    default:
      return `${long} ${flag.placeholder}`;
  }
}

/** A row for each argument, under the name that usage shows. */
export function argumentRows(specs: ArgumentSpecs): Definition[] {
  return Object.entries(specs).map(([key, spec]) => ({
    term: argumentName(key),
    text: withChoices(spec.summary, spec.choices),
  }));
}

/** `PAYMENT_METHOD_ID`, `[NAME]`, `ID...` */
export function argumentTerm(key: string, spec: Argument<unknown>): string {
  const name = `${argumentName(key)}${spec.variadic ? "..." : ""}`;
  return spec.required ? name : `[${name}]`;
}

function withUsual({ summary, usual }: Flag<unknown>): string {
  return usual === undefined ? summary : `${summary} (${usual})`;
}

function withChoices(summary: string, choices: readonly string[] | undefined): string {
  return choices === undefined ? summary : `${summary}; one of: ${choices.join(", ")}`;
}
