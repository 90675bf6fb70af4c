import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { logFile, namedDatabase, notesPlace } from "../../../src/commands/serve/database-place.ts";
import type { Host } from "../../../src/context.ts";
import { createHost } from "../../helpers/host.ts";

function hostWith(env: Readonly<Record<string, string>>): Host {
  const exchange = async () => {
    throw new Error("unexpected request");
  };
  return createHost({ env, stdin: "", terminal: undefined, files: {}, exchange }).host;
}

/** Where a server of a database keeps data, notes and log. */
function placesOf(name: string | undefined, env: Readonly<Record<string, string>>): readonly string[] {
  const host = hostWith(env);
  const database = namedDatabase(name, host);
  return [database, notesPlace(database, host), logFile(database, host)];
}

describe("what a detached server keeps", () => {
  const usual = "/nowhere/.local/share/payctl";

  it("what a detached server keeps is in the data folder", () => {
    const database = `${usual}/reference.db`;
    expect(placesOf(undefined, {})).toEqual([database, database, `${database}.log`]);
    expect(placesOf(":memory:", {})).toEqual([":memory:", `${usual}/memory`, `${usual}/memory.log`]);
  });

  it("what a detached server keeps is where XDG_DATA_HOME and XDG_STATE_HOME say: data and state apart", () => {
    const env = { XDG_DATA_HOME: "/data", XDG_STATE_HOME: "/state" };
    const database = "/data/payctl/reference.db";
    expect(placesOf(undefined, env)).toEqual([database, database, "/state/payctl/reference.db.log"]);
    expect(placesOf(":memory:", env)).toEqual([
      ":memory:",
      "/state/payctl/memory",
      "/state/payctl/memory.log",
    ]);
  });

  it("what a detached server keeps is next to a database that was named", () => {
    const places = ["/shop/test.db", "/shop/test.db", "/shop/test.db.log"];
    expect(placesOf("/shop/test.db", { XDG_STATE_HOME: "/state" })).toEqual(places);
  });

  it("what a detached server keeps is not moved by a relative path in a variable", () => {
    const env = { XDG_DATA_HOME: "data", XDG_STATE_HOME: "state" };
    expect(placesOf(":memory:", env)).toEqual([":memory:", `${usual}/memory`, `${usual}/memory.log`]);
  });
});

it.each(["mysql://root:secret@host/x", "file:///data/reference.db"])(
  "an address of another engine is refused, and no file is made of it: %s",
  (name) => {
    const [scheme] = name.split(":");
    for (const [flag, env] of [
      [name, {}],
      [undefined, { PAYCTL_DATABASE: name }],
    ] as const) {
      expect(() => namedDatabase(flag, hostWith(env))).toThrow(
        `the database is named by an address with ${scheme}://, which payctl does not know`,
      );
    }
    expect(namedDatabase(`./${name}`, hostWith({}))).toBe(resolve(`./${name}`));
  },
);
