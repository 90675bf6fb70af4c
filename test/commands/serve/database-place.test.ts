import { resolve } from "node:path";
import { expect, it } from "vitest";
import { logFile, namedDatabase, placeBeside } from "../../../src/commands/serve/database-place.ts";
import type { Host } from "../../../src/context.ts";
import { ConfigurationError } from "../../../src/errors.ts";
import { createHost } from "../../helpers/host.ts";

function hostWith(env: Readonly<Record<string, string>>): Host {
  const exchange = async () => {
    throw new Error("unexpected request");
  };
  return createHost({ env, stdin: "", terminal: undefined, files: {}, exchange }).host;
}

/** Where a server of a database keeps data, key and log. */
function placesOf(name: string | undefined, env: Readonly<Record<string, string>>): readonly string[] {
  const host = hostWith(env);
  const database = namedDatabase(name, host);
  return [
    database,
    ...(database === ":memory:" ? [] : [placeBeside(database, host)]),
    logFile(database, host, 7),
  ];
}

const usual = "/nowhere/.local/share/payctl";

it("what a detached server keeps is in the data folder", () => {
  const database = `${usual}/reference.db`;
  expect(placesOf(undefined, {})).toEqual([database, database, `${database}.log`]);
  expect(placesOf(":memory:", {})).toEqual([":memory:", `${usual}/memory-7.log`]);
});

it("what a detached server keeps is where XDG_DATA_HOME and XDG_STATE_HOME say: data and state apart", () => {
  const env = { XDG_DATA_HOME: "/data", XDG_STATE_HOME: "/state" };
  const database = "/data/payctl/reference.db";
  expect(placesOf(undefined, env)).toEqual([database, database, "/state/payctl/reference.db.log"]);
  expect(placesOf(":memory:", env)).toEqual([":memory:", "/state/payctl/memory-7.log"]);
});

it("what a detached server keeps is next to a database that was named", () => {
  const places = ["/shop/test.db", "/shop/test.db", "/shop/test.db.log"];
  expect(placesOf("/shop/test.db", { XDG_STATE_HOME: "/state" })).toEqual(places);
});

it("what a detached server keeps is not moved by a relative path in a variable", () => {
  const env = { XDG_DATA_HOME: "data", XDG_STATE_HOME: "state" };
  expect(placesOf(":memory:", env)).toEqual([":memory:", `${usual}/memory-7.log`]);
});

const login = "root:open-sesame@db.example.com";

it.each([
  ` postgres://${login}/shop`,
  `"postgres://${login}/shop"`,
  `'postgres://${login}/shop'`,
  `postgres//${login}/shop`,
  `postgres:/${login}/shop`,
  `jdbc:postgresql://${login}/shop`,
  `mysql://${login}/shop`,
  `\u200bpostgres://${login}/shop`,
  "file:///open-sesame/reference.db",
  `${login}/shop`,
  ":open-sesame@db.example.com/shop",
  `//${login}/shop`,
  "root:open/ses:ame@db.example.com/shop",
  "host=db.example.com user=root password=open-sesame",
  "'dbname=shop password = open-sesame'",
  "Server=db.example.com;Database=shop;Pwd=open-sesame",
  "db.example.com/shop?password=open-sesame",
])(
  "an address that payctl does not take is refused, and neither repeated nor taken for a file: %s",
  (name) => {
    for (const [flag, env, source] of [
      [name, {}, "--database"],
      [undefined, { PAYCTL_DATABASE: name }, "PAYCTL_DATABASE"],
    ] as const) {
      expect(() => namedDatabase(flag, hostWith(env))).toThrow(
        new ConfigurationError(`${source} looks like a database address, but not one that payctl can use`, {
          hint: "use postgres://USER@HOST:5432/DATABASE, without spaces or quotes around it, or a file: ./NAME",
        }),
      );
    }
    expect(namedDatabase(`./${name}`, hostWith({}))).toBe(resolve(`./${name}`));
  },
);

it("an address that payctl does not take does no harm if another database is named", () => {
  const env = { PAYCTL_DATABASE: `mysql://${login}/shop` };
  expect(placesOf("/shop/test.db", env)).toEqual(["/shop/test.db", "/shop/test.db", "/shop/test.db.log"]);
});

it.each([
  "a b.db",
  " reference.db",
  "'quoted'.db",
  "a@b.db",
  "2024-01-01T00:00:00.db",
  "a=b;c.db",
  "postgres",
  "postgres/shop.db",
  "hosts=1.db",
  "C:\\shop@home.db",
  "/data/user:x@y.db",
  "../mysql://x",
])("a file may have an odd name: %s", (name) => {
  expect(namedDatabase(name, hostWith({}))).toBe(resolve(name));
});
