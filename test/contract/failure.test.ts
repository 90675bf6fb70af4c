import { expect, it } from "vitest";
import { failureBody, failures } from "../../src/contract/failure.ts";

/** Section 7 of the specification, and the default messages that the decisions fix. */
const specified = [
  [400, "bad_request"],
  [401, "unauthorized", "No valid API authentication found"],
  [403, "forbidden"],
  [404, "not_found", "The resource could not be found"],
  [405, "method_not_allowed", "Method Not Allowed"],
  [409, "duplicate_record"],
  [425, "too_early"],
  [429, "too_many_requests"],
  [500, "server_error", "Request could not be processed"],
  [502, "bad_gateway", "Request could not be processed"],
  [504, "gateway_timeout", "Request could not be processed"],
] as const;

it("the failure table has the specified statuses with their codes", () => {
  expect(failures.map((row) => [row.status, row.code])).toEqual(
    specified.map(([status, code]) => [status, code]),
  );
});

it("the failure table has the decided messages, and a sentence for every other status", () => {
  for (const [status, , message = expect.stringMatching(/^[A-Z].+\w$/)] of specified) {
    expect(failures.find((row) => row.status === status)?.message).toEqual(message);
  }
});

it("a failure body fills in code, message and empty details, and carries what it is given", () => {
  const message = "The resource could not be found";
  expect(failureBody(404)).toEqual({ type: "error", code: "not_found", status: 404, message, details: [] });
  const detail = {
    location: "body",
    pointer: "/items/0/id",
    message: "not stored",
    type: "missing",
  } as const;
  const given = failureBody(409, { message: "Taken", details: [detail], resourceId: "shop" });
  expect(given).toMatchObject({ message: "Taken", details: [detail], resource_id: "shop" });
  expect(failureBody(409, { resourceId: null })).toHaveProperty("resource_id", null);
});
