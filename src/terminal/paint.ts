import { type Environment, isOn } from "../values/environment.ts";
import type { OutputStream } from "./streams.ts";

/** Styles of text on a terminal. */
export type Paint = typeof noPaint;

const plain = (text: string): string => text;

export const noPaint = { strong: plain, faint: plain, bad: plain, good: plain };

/** Loads chalk, which no other module imports, only when colour is wanted. */
export async function openPaint(colored: boolean): Promise<Paint> {
  if (!colored) return noPaint;
  const { Chalk } = await import("chalk");
  // The sixteen colours that every terminal has; whether to colour at all was decided before.
  const chalk = new Chalk({ level: 1 });
  return {
    strong: (text) => chalk.bold(text),
    faint: (text) => chalk.dim(text),
    bad: (text) => chalk.red(text),
    good: (text) => chalk.green(text),
  };
}

export type ColorChoice = "auto" | "always" | "never";

/** Whether to colour a stream's text; `--color` overrides every variable, and an empty variable counts as unset. */
export function wantsColor(choice: ColorChoice, stream: OutputStream, env: Environment): boolean {
  if (choice !== "auto") return choice === "always";
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  if (env["NO_COLOR"] || env["TERM"] === "dumb" || isOn(env["CI"])) return false;
  return stream.isTTY === true;
}
