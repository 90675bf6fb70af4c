import { expect, it } from "vitest";
import type { Respond, Trace } from "../../src/server/layer.ts";
import { createRequestLog, type LogFormat } from "../../src/server/request-log.ts";

const answer: Respond = async () => ({
  status: 404,
  headers: { "x-request-id": "request-1" },
  body: JSON.stringify({
    code: "not_found",
    message: "Not found",
    details: [{ location: "path", pointer: "id", message: "is none" }],
    secret: true,
  }),
});

async function logged(format: LogFormat, target: string, trace: Trace = {}, headers = {}) {
  const lines: string[] = [];
  const times = [1000, 1012].map((milliseconds) => new Date(milliseconds));
  const now = () => times.shift() ?? new Date(0);
  const log = createRequestLog({ format, now, write: (text) => lines.push(text.slice(0, -1)) });
  const sent = { authorization: "Bearer secret", ...headers };
  await log.logging(answer)({ method: "GET", target, headers: sent }, trace);
  log.flush();
  return lines;
}

it("the request log says in a line of text what was asked and answered, and nothing of queries, headers and bodies", async () => {
  expect(await logged("text", "/buyers?search=Ada")).toEqual([
    "1970-01-01T00:00:01.000Z GET /buyers 404 12 ms request-1 id: is none",
  ]);
});

it("the request log says the same as JSON", async () => {
  const [line = ""] = await logged("json", "/buyers?search=Ada");
  expect(JSON.parse(line)).toEqual({
    event: "request",
    time: "1970-01-01T00:00:01.000Z",
    method: "GET",
    path: "/buyers",
    status: 404,
    milliseconds: 12,
    id: "request-1",
    reason: "id: is none",
  });
});

it("the request log marks what a simulated fault answered", async () => {
  expect(await logged("text", "/buyers", { isFaulted: true })).toEqual([
    "1970-01-01T00:00:01.000Z GET /buyers 404 (fault) 12 ms request-1 id: is none",
  ]);
  const [line = ""] = await logged("json", "/buyers", { isFaulted: true });
  expect(JSON.parse(line)).toMatchObject({ status: 404, fault: true });
});

it("the request log says nothing when it is off", async () => {
  expect(await logged("off", "/buyers")).toEqual([]);
});

it("the request log masks tokens and keys in a path, and shows nothing that steers a terminal", async () => {
  const token = `${Buffer.from('{"alg":"none"}').toString("base64url")}.e30.x`;
  const [line] = await logged("text", `/a\u001b[2J\u202e/${token}/00000000-0000-4000-8000-000000000001`);
  expect(line).toBe(
    "1970-01-01T00:00:01.000Z GET /a\\u001b[2J\\u202e/********/00000000-0000-4000-8000-000000000001 404 12 ms request-1 id: is none",
  );
});

it("the request log writes the lines of a turn together, in their order, and none of them twice", async () => {
  const texts: string[] = [];
  const log = createRequestLog({ format: "text", now: () => new Date(0), write: (text) => texts.push(text) });
  const ask = (target: string) => log.logging(answer)({ method: "GET", target, headers: {} }, {});
  await Promise.all([ask("/buyers"), ask("/audit-logs")]);
  log.report("a bug", "request-1");
  expect(texts).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  await ask("/buyers");
  log.flush();
  await new Promise((resolve) => setImmediate(resolve));
  const line = (path: string) => `1970-01-01T00:00:00.000Z GET ${path} 404 0 ms request-1 id: is none\n`;
  expect(texts).toEqual([
    `${line("/buyers")}${line("/audit-logs")}request request-1 failed: a bug\n`,
    line("/buyers"),
  ]);
});

it.each(["off", "text"] as const)("a bug is logged in plain lines with the log %s", async (format) => {
  const bug = new Error("a bug");
  expect(await failed(format, bug)).toBe(`request request-1 failed: ${bug.stack}\n`);
});

it("a bug is one line of JSON in a log of JSON, with its stack as one text", async () => {
  const bug = new Error("a bug\nin two lines");
  const line = await failed("json", bug);
  expect(line.indexOf("\n")).toBe(line.length - 1);
  expect(JSON.parse(line)).toEqual({
    event: "failure",
    time: "1970-01-01T00:00:01.000Z",
    request_id: "request-1",
    message: "a bug\nin two lines",
    stack: bug.stack,
  });
  expect(JSON.parse(await failed("json", "thrown"))).toMatchObject({ event: "failure", message: "thrown" });
});

async function failed(format: LogFormat, error: unknown): Promise<string> {
  const texts: string[] = [];
  const log = createRequestLog({ format, now: () => new Date(1000), write: (text) => texts.push(text) });
  log.report(error, "request-1");
  log.flush();
  return texts.join("");
}

it("the request log names the world of a request", async () => {
  const target = "/_worlds/shop-1/buyers";
  const [json = ""] = await logged("json", target, { world: "shop-1" });
  expect(JSON.parse(json)).toMatchObject({ path: target, world: "shop-1" });
});

it("the request log shows the trace of a request", async () => {
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const [json = ""] = await logged("json", "/buyers", {}, { traceparent });
  expect(JSON.parse(json).traceparent).toBe(traceparent);
  expect(await logged("text", "/buyers", {}, { traceparent })).toEqual([
    `1970-01-01T00:00:01.000Z GET /buyers 404 12 ms request-1 id: is none trace ${traceparent}`,
  ]);
});
