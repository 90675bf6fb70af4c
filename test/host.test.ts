import { describe, expect, it } from "vitest";
import { findHome } from "../src/host.ts";

function unknown(): string {
  throw new Error("uv_os_homedir returned ENOENT");
}

describe("the home folder", () => {
  it.each<[string, readonly (() => string)[], string]>([
    ["is the one that is named first", [() => "/home/ada", unknown], "/home/ada"],
    ["is that of the list of users where the variable is empty", [() => "", () => "/home/ada"], "/home/ada"],
    ["is that of the list of users where the first can't be told", [unknown, () => "/home/ada"], "/home/ada"],
    ["is the root for a user whom nobody knows", [unknown, unknown], "/"],
    ["is never the working directory", [() => "", () => ""], "/"],
  ])("%s", (_, places, home) => {
    expect(findHome(places)).toBe(home);
  });
});
