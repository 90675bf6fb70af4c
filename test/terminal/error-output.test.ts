import { expect, it } from "vitest";
import { ApiError, BrokenAnswerError, PartialError, UnreachableError, UsageError } from "../../src/errors.ts";
import { errorJson, errorText, errorTrace, exitCodeOf } from "../../src/terminal/error-output.ts";
import { noPaint, openPaint } from "../../src/terminal/paint.ts";

const plain = { paint: noPaint, width: Number.POSITIVE_INFINITY };
const call = { method: "POST", path: "/merchant-accounts", attempts: 2, requestId: "7f6e" };
const refused = new ApiError(422, "the request has a wrong field", {
  call,
  code: "validation",
  fields: [{ field: "body.id", message: "must not be empty\u001b[2J" }],
  hint: { text: "see", command: "payctl explain createMerchantAccount" },
});

it("an error tells people what is wrong, where, and what to do", () => {
  expect(errorText(refused, plain)).toBe(
    [
      "error: the request has a wrong field (422 validation, request 7f6e)",
      String.raw`  body.id: must not be empty\u001b[2J`,
      "hint: see: payctl explain createMerchantAccount",
      "",
    ].join("\n"),
  );
});

it.each([
  [
    " (503 service_unavailable, request 7f6e)",
    new ApiError(503, "no", { call, code: "service_unavailable" }),
  ],
  [" (502, request 7f6e)", new ApiError(502, "no", { call })],
  [" (500)", new ApiError(500, "no", { call: { ...call, requestId: undefined } })],
  [" (request 7f6e)", new BrokenAnswerError("no", { call })],
  ["", new UnreachableError("no", { call: { ...call, requestId: undefined } })],
])("an error names the answer as far as it is known: %s", (facts, error) => {
  expect(errorText(error, plain)).toBe(`error: no${facts}\n`);
});

it("an error colours the two leading words", async () => {
  const error = new UsageError("no such file", { hint: "look again" });
  expect(errorText(error, { ...plain, paint: await openPaint(true) })).toBe(
    "\u001b[31merror:\u001b[39m no such file\n\u001b[1mhint:\u001b[22m look again\n",
  );
});

it("an error breaks lines between words where a terminal ends, each part below its beginning", () => {
  const error = new ApiError(422, "two fields of the request are invalid", {
    call,
    fields: [{ field: "body.display_name", message: "must not be empty, nor longer than 255 characters" }],
    hint: {
      text: "see what the call takes, with its limits",
      command: "payctl explain createMerchantAccount",
    },
  });
  expect(errorText(error, { ...plain, width: 40 })).toBe(
    [
      "error: two fields of the request are",
      "       invalid (422, request 7f6e)",
      "  body.display_name: must not be",
      "    empty, nor longer than 255",
      "    characters",
      "hint: see what the call takes, with its",
      "      limits:",
      "      payctl explain createMerchantAccount",
      "",
    ].join("\n"),
  );
});

it("an error names an item once whose sentence names it already", () => {
  const error = new PartialError("1 of 2 was not done", {
    fields: [{ field: "k1", message: "key k1 was not found" }],
  });
  expect(errorText(error, plain)).toBe("error: 1 of 2 was not done\n  key k1 was not found\n");
});

it("an error tells programs everything in one line", () => {
  const text = errorJson(refused);
  expect(text).not.toMatch(/\p{Cc}(?!$)/u);
  expect(JSON.parse(text)).toEqual({
    error: {
      class: "ApiError",
      message: "the request has a wrong field",
      code: "validation",
      status: 422,
      fields: [{ field: "body.id", message: "must not be empty\u001b[2J" }],
      resource_id: null,
      request: { method: "POST", path: "/merchant-accounts" },
      request_id: "7f6e",
      attempts: 2,
      exit_code: 4,
      hint: "see: payctl explain createMerchantAccount",
    },
  });
});

it("an error names the conflicting resource of a 409", () => {
  const conflict = new ApiError(409, "exists", { call, code: "duplicate_record", resourceId: "acme" });
  expect(JSON.parse(errorJson(conflict)).error).toMatchObject({ resource_id: "acme", exit_code: 9 });
});

it("an error without an answer still has every key", () => {
  const unanswered = { method: call.method, path: call.path, attempts: 2 };
  const nulls = { request_id: null, code: null, status: null, fields: [], resource_id: null, hint: null };
  expect(JSON.parse(errorJson(new UnreachableError("no answer", { call: unanswered }))).error).toEqual({
    class: "UnreachableError",
    message: "no answer",
    ...nulls,
    request: { method: "POST", path: "/merchant-accounts" },
    attempts: 2,
    exit_code: 10,
  });
  expect(JSON.parse(errorJson(new UsageError("no"))).error).toEqual({
    class: "UsageError",
    message: "no",
    ...nulls,
    request: null,
    attempts: 0,
    exit_code: 2,
  });
});

it("an unknown error is called a bug", () => {
  const bug = new TypeError("x is undefined");
  expect(exitCodeOf(bug)).toBe(1);
  expect(errorText(bug, plain)).toBe(
    "error: this is a bug in payctl: TypeError\n" +
      "hint: please report it, with the output of the same command under --debug\n",
  );
  expect(JSON.parse(errorJson(bug)).error).toMatchObject({ class: "Bug", exit_code: 1 });
});

it("an error quotes nothing that a bug may have read", () => {
  const broken = new SyntaxError("Unexpected token in 4711");
  expect(errorText(broken, plain)).toMatch(/^error: this is a bug in payctl: SyntaxError\n/);
  expect(errorText("4711", plain)).toMatch(
    /^error: this is a bug in payctl: something that is not an error was thrown\n/,
  );
});

it("an error is traced to its cause by kind, code and place alone", () => {
  const cause = Object.assign(new Error("4711\u001b[31m\n    at 4711"), { code: "ENOENT" });
  const trace = errorTrace(new TypeError("outer 4711", { cause }));
  expect(trace).toMatch(/^TypeError\n( {4}at .*\n)+caused by Error ENOENT\n( {4}at .*\n)+$/);
  expect(trace).not.toContain("4711");
});

it("an error that is not a bug shows no stack, only what caused it", () => {
  const cause = Object.assign(new Error("4711"), { code: "ENOENT" });
  expect(errorTrace(new UsageError("no such file", { cause }))).toBe("UsageError, caused by Error ENOENT\n");
  expect(errorTrace(refused)).toBe("");
});

it("an error is traced no further if errors cause each other", () => {
  const first = new Error("first");
  const second = new Error("second", { cause: first });
  first.cause = second;
  expect(errorTrace(first).match(/^(caused by )?Error$/gm)).toEqual(["Error", "caused by Error"]);
});

it("an error about a name of wide letters fits the terminal, counted in cells", () => {
  const name = "東京商店 ".repeat(12).trim();
  const error = new UsageError(`there is no account ${name}`, {
    hint: `look for ${name} among the accounts`,
    fields: [{ field: "name", message: `is ${name}` }],
  });
  const lines = errorText(error, { paint: noPaint, width: 40 }).trimEnd().split("\n");
  const cells = lines.map((line) => line.length + (line.match(/[東京商店]/g)?.length ?? 0));
  expect(Math.max(...cells)).toBeLessThanOrEqual(40);
  expect(lines.join(" ").match(/東京商店/g)).toHaveLength(36);
});
