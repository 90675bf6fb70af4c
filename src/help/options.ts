import type { Argument, ArgumentSpecs } from "../terminal/arguments.ts";
import type { Flag, FlagSpecs } from "../terminal/flags.ts";
import { argumentName, optionNames } from "../terminal/words.ts";
import type { Definition } from "./layout.ts";

/** A row for each option: how it is written, and what it does. */
export function optionRows(flags: FlagSpecs): Definition[] {
  return Object.entries(flags).map(([key, flag]) => ({
    term: optionTerm(key, flag),
    text: withChoices(flag.summary, flag.form === "optional" ? undefined : flag.choices),
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

function withChoices(summary: string, choices: readonly string[] | undefined): string {
  return choices === undefined ? summary : `${summary}; one of: ${choices.join(", ")}`;
}
