import { expect, test } from "vitest";
import { Failure } from "../../../../src/server/failure.ts";
import { explainFailure } from "../../../../src/server/store/postgres/failures.ts";
import { createOutages } from "../../../../src/server/store/postgres/outages.ts";

const label = "postgres://payctl@db/payctl";

/** What callers are told of an error. */
function answered(error: Error): Promise<unknown> {
  const attempt = createOutages(label, undefined);
  return attempt(() => Promise.reject(error)).catch((reason: unknown) => reason);
}

/** An error of the driver. */
function refused(code: string, message: string, severity = "ERROR"): Error {
  return Object.assign(new Error(message), { code, severity });
}

test.each([
  ["53100", "could not extend file", "has no room left on its disk"],
  ["53200", "out of memory", "reports: out of memory (53200)"],
  ["53300", "sorry, too many clients already", "has no connection left"],
  [
    "55P03",
    "canceling statement due to lock timeout",
    "reports: canceling statement due to lock timeout (55P03)",
  ],
  ["57P03", "the database system is starting up", "reports: the database system is starting up (57P03)"],
  ["25006", "cannot execute INSERT in a read-only transaction", "is a read-only replica"],
])(
  "while PostgreSQL refuses with %s, callers get 503, and the reason is kept",
  async (code, message, reason) => {
    const failure = await answered(refused(code, message));
    expect(failure).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    expect(failure).toMatchObject({ cause: { message: `the database ${label} ${reason}` } });
  },
);

test.each([
  ["22001", "value too long"],
  ["23505", "duplicate key value violates unique constraint"],
  ["42601", "syntax error"],
])("%s is not an outage", async (code, message) => {
  const error = refused(code, message);
  expect(await answered(error)).toBe(error);
});

test("what PostgreSQL says is passed on to the operator, with its code", () => {
  expect(explainFailure(label, refused("58030", "could not read block"))).toMatchObject({
    message: `the database ${label} reports: could not read block (58030)`,
    exitCode: 3,
  });
  expect(explainFailure(label, refused("0A000", "unsupported frontend protocol", "FATAL"))).toMatchObject({
    message: `the database ${label} reports: unsupported frontend protocol (0A000)`,
  });
});

test("a reset connection is unreachable, and a file that can't be read is named", async () => {
  const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
  expect(await answered(reset)).toBeInstanceOf(Failure);
  const missing = Object.assign(new Error("no such file"), {
    code: "ENOENT",
    syscall: "open",
    path: "/ca.pem",
  });
  expect(explainFailure(label, missing)).toMatchObject({
    message: `the database ${label} is named with a file that can't be read: /ca.pem`,
  });
});
