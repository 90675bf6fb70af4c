import { expect, it } from "vitest";
import { ConfigurationError } from "../../src/errors.ts";
import { postgresLabel, readPostgresUrl } from "../../src/values/database-address.ts";

const label = "postgres://payctl@db.example.com/shop";

it.each([
  "postgres://payctl:secret@db.example.com/shop",
  "postgresql://payctl:secret@db.example.com:5432/shop",
  "POSTGRES://payctl@DB.Example.com/shop?schema=payctl",
  "postgres://payctl:p@ss@db.example.com/shop?sslmode=verify-full&sslrootcert=ca.pem",
  "postgres://db.example.com/shop?user=payctl&password=secret",
  "postgres://payctl@/shop?host=db.example.com&port=5432&password=secret",
])("the address of a database without its password is the same for every spelling of it: %s", (address) => {
  expect(postgresLabel(address)).toBe(label);
  expect(postgresLabel(postgresLabel(address))).toBe(label);
});

it.each([
  ["postgres://payctl:secret@db.example.com/shop?schema=qa", `${label}?schema=qa`],
  ["postgres://payctl:secret@db.example.com:6432/shop", "postgres://payctl@db.example.com:6432/shop"],
  ["postgres://db.example.com/shop", "postgres://db.example.com/shop"],
  ["postgres://payctl@[::1]/shop", "postgres://payctl@[::1]/shop"],
  ["postgres://payctl@/shop?host=/run/postgresql", "postgres://payctl@/shop?host=/run/postgresql"],
  [
    "postgres:///shop?host=/Run&port=6432&user=payctl&schema=qa",
    "postgres://payctl@/shop?host=/Run&port=6432&schema=qa",
  ],
])(
  "the address of a database without its password distinguishes schema, port, user and host: %s",
  (address, expected) => {
    expect(postgresLabel(address, {})).toBe(expected);
    expect(postgresLabel(expected, {})).toBe(expected);
    expect(expected).not.toBe(label);
  },
);

it.each(["postgres://", "postgres:///", "postgres:///shop", "postgres://?schema=payctl"])(
  "the address of a database without its password is completed from the variables that the driver reads: %s",
  (address) => {
    const env = { PGHOST: "db.example.com", PGUSER: "payctl", PGDATABASE: "shop", PGPASSWORD: "secret" };
    expect(postgresLabel(address, { ...env, PGPORT: "5432" })).toBe(label);
    expect(postgresLabel(address, { ...env, PGPORT: "6432", PGHOST: "other" })).toBe(
      "postgres://payctl@other:6432/shop",
    );
  },
);

it("the address of a database without its password has the name of the user as that of the database, if nothing names one", () => {
  expect(postgresLabel("postgres://payctl@db.example.com", {})).toBe(
    "postgres://payctl@db.example.com/payctl",
  );
});

it.each([
  "postgres://payctl:1234/secret@db.example.com/shop",
  "postgres://payctl:12#secret@db.example.com/shop",
  "postgres://payctl:12?secret@db.example.com/shop",
  "postgres://payctl:12?sec=ret@db.example.com/shop",
  "postgres://payctl:se/cret@db.example.com/shop",
  "postgres://payctl:secret@[bad/shop",
  "postgres://payctl:secret@db.example.com:65536",
])(
  "the address of a database without its password shows nothing of one whose password may be anywhere: %s",
  (address) => {
    expect(postgresLabel(address)).toBe("postgres://…");
    const refused = refusalOf(address);
    expect(refused.message).toBe("the database postgres://… is not a valid address");
    expect(refused.hint).toContain("write / as %2F, ? as %3F, # as %23 and @ as %40");
    expect(JSON.stringify([refused.message, refused.hint])).not.toContain("cret");
  },
);

function refusalOf(address: string): ConfigurationError {
  try {
    readPostgresUrl(address);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
  }
  throw new Error(`${address} was not refused as it should be`);
}
