import { expect, it } from "vitest";
import { answering } from "../../src/server/answer.ts";
import { failure } from "../../src/server/failure.ts";
import { failureShape } from "../helpers/failure-shape.ts";

const request = { method: "GET", target: "/", headers: {} };

function collect() {
  const reports: unknown[] = [];
  const report = (error: unknown, requestId: string) => void reports.push([error, requestId]);
  return { reports, parts: { newId: () => "request-1", report } };
}

it("a request without an answer body is answered without one", async () => {
  const { parts } = collect();
  const exchange = answering(async () => ({ status: 204 }), parts);
  expect(await exchange(request, {})).toEqual({
    status: 204,
    headers: { "x-request-id": "request-1" },
    body: "",
  });
});

it("a thrown failure is answered with its headers", async () => {
  const { parts, reports } = collect();
  const refuse = async () => {
    throw failure(425, { headers: { "retry-after": "2" } });
  };
  const { body, headers, status } = await answering(refuse, parts)(request, {});
  expect([status, headers]).toEqual([
    425,
    { "content-type": "application/json", "retry-after": "2", "x-request-id": "request-1" },
  ]);
  expect(JSON.parse(body).code).toBe("too_early");
  expect(reports).toEqual([]);
});

it("a bug is answered 500 without details, and reported with the request's id", async () => {
  const { parts, reports } = collect();
  const bug = new Error("SELECT secret FROM everything");
  const fail = async () => {
    throw bug;
  };
  const { body, status } = await answering(fail, parts)(request, {});
  expect([status, JSON.parse(body)]).toEqual([
    500,
    failureShape(500, "server_error", "Request could not be processed"),
  ]);
  expect(reports).toEqual([[bug, "request-1"]]);
});
