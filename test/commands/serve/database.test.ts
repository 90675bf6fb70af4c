import { resolve } from "node:path";
import { expect, it } from "vitest";
import { logFile, namedDatabase, pathBeside } from "../../../src/commands/serve/database.ts";
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
    ...(database === ":memory:" ? [] : [pathBeside(database, host)]),
    logFile(database, host, 7),
  ];
}

const usual = "/nowhere/.local/share/payctl";

const apart = { XDG_DATA_HOME: "/data", XDG_STATE_HOME: "/state" };

it.each<[string | undefined, Readonly<Record<string, string>>, readonly string[]]>([
  [undefined, {}, [`${usual}/reference.db`, `${usual}/reference.db`, `${usual}/reference.db.log`]],
  [":memory:", {}, [":memory:", `${usual}/memory-7.log`]],
  [
    undefined,
    apart,
    ["reference.db", "reference.db", "reference.db.log"].map((name) => `/data/payctl/${name}`),
  ],
  [":memory:", apart, [":memory:", "/state/payctl/memory-7.log"]],
  ["/shop/test.db", apart, ["/shop/test.db", "/shop/test.db", "/shop/test.db.log"]],
  // A relative path in a variable is ignored.
  [":memory:", { XDG_DATA_HOME: "data", XDG_STATE_HOME: "state" }, [":memory:", `${usual}/memory-7.log`]],
])("a detached server of %s with %j keeps data, key and log in %j", (name, env, places) => {
  expect(placesOf(name, env)).toEqual(places);
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
