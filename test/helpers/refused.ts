import { expect } from "vitest";
import { type RunOptions, run } from "./run.ts";

/** What a command line says that is refused before anything is sent or printed, in words. */
export async function refused(line: string, options: RunOptions = {}): Promise<string> {
  const { code, requests, stderr, stdout } = await run(`${line} -o table`, options);
  expect({ code, requests, stdout }).toEqual({ code: 2, requests: [], stdout: "" });
  return stderr;
}
