import { expect, it } from "vitest";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const reference = await shared(startReference({ seed: {} }));

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function create(sent: Sent) {
  return reference.request("POST", "/merchant-accounts", sent);
}

function unreadable(message: string) {
  return {
    type: "error",
    code: "bad_request",
    status: 400,
    message,
    details: [{ location: "body", pointer: "", message, type: "json_invalid" }],
  };
}

it.each([
  ["that is no JSON", "{"],
  ["over 1 MiB", "a".repeat(1_048_577)],
])("a body that the operation has no use for (%s) is ignored", async (_, body) => {
  const target = "/api-key-pairs/00000000-0000-4000-8000-000000000000";
  const { json, status } = await reference.request("DELETE", target, { body });
  expect([status, json.message]).toEqual([404, "The resource could not be found"]);
});

it.each([
  "application/json",
  "Application/JSON",
  "application/json;charset=utf-8",
  'application/json; charset="UTF-8"',
  "application/json; charset=utf8",
  "application/json;",
  "application/json\t; profile=strict; charset=utf-8",
])("the content type %s is JSON", async (type) => {
  const { status } = await create({ body: {}, headers: { "content-type": type } });
  expect(status).toBe(422);
});

it.each([
  "",
  "text/plain",
  "text/json",
  "application/x-www-form-urlencoded",
  "application/jsonl",
  "application/json, text/plain",
  "application/json; charset=latin1",
  "application/json; charset=utf-80",
  "application/json; profile=strict; charset=utf-16",
])("the content type %j is not JSON", async (type) => {
  const { json, status } = await create({ body: {}, headers: { "content-type": type } });
  expect([status, json]).toEqual([400, unreadable("The content type must be application/json")]);
});

it("a body may not be encoded", async () => {
  const { json, status } = await create({ body: {}, headers: { "content-encoding": "gzip" } });
  const message = "The body must be sent as it is, without a Content-Encoding";
  expect([status, json]).toEqual([400, unreadable(message)]);
});

it("a missing content type is reported when there is a body", async () => {
  const body = Buffer.from("{}");
  const answer = await reference.exchange({
    method: "POST",
    target: "/merchant-accounts",
    headers: { authorization: `Bearer ${reference.token()}` },
    body,
  });
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    400,
    unreadable("The content type must be application/json"),
  ]);
});

it.each(["{", " ", "{'id': 1}", '{"id": 1,}', "NaN", "undefined", '{"id": "a"} x'])(
  "the body %j is not JSON",
  async (body) => {
    const { json, status } = await create({ body });
    expect([status, json]).toEqual([400, unreadable("The body must be JSON")]);
  },
);

it("a body that is not UTF-8 is refused", async () => {
  const body = Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
  const { json, status } = await create({ body });
  expect([status, json]).toEqual([400, unreadable("The body must be UTF-8")]);
});

it("a body larger than 1 MiB is refused, and one of exactly that is read", async () => {
  const filled = (size: number) => `{"id":"${"a".repeat(size - 9)}"}`;
  const most = await create({ body: filled(1_048_576) });
  const tooMuch = await create({ body: filled(1_048_577) });
  expect(most.status).toBe(422);
  expect([tooMuch.status, tooMuch.json]).toEqual([400, unreadable("The body must not be larger than 1 MiB")]);
});

it("a missing body is reported if the operation needs one", async () => {
  const missing = { detail: [{ loc: ["body"], type: "missing", msg: "Field required" }] };
  const absent = await create({});
  const empty = await create({ body: "" });
  expect([absent.status, absent.json]).toEqual([422, missing]);
  expect([empty.status, empty.json]).toEqual([422, missing]);
});

it.each(["null", "[]", '"text"', "1", "true"])(
  "a body that is %s is not an object, and is not repeated",
  async (body) => {
    const { json, status } = await create({ body });
    expect([status, json]).toEqual([
      422,
      { detail: [{ loc: ["body"], type: "dict_type", msg: "Input should be a valid dictionary" }] },
    ]);
  },
);

it("a body is ignored if the operation takes none", async () => {
  const { status } = await reference.request("GET", "/buyers", {
    body: "no JSON",
    headers: { "content-type": "text/plain" },
  });
  expect(status).toBe(200);
});

it("a body may start with a byte order mark", async () => {
  const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("{}")]);
  expect((await create({ body })).status).toBe(422);
});

it("a body that names a field twice means the last one", async () => {
  const { json, status } = await create({ body: '{"id":"first","id":"last","display_name":"Last"}' });
  expect([status, json.id]).toEqual([201, "last"]);
});

it("a body can't reach the prototype of anything", async () => {
  const { json, status } = await create({
    body: '{"id":"proto","display_name":"Proto","__proto__":{"account_updater_enabled":true}}',
  });
  expect([status, json.detail]).toEqual([
    422,
    [{ loc: ["body", "__proto__"], type: "extra_forbidden", msg: "Extra inputs are not permitted" }],
  ]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

it.each([100, 150_000])("a body nested %i levels too deep is refused as a whole", async (levels) => {
  const body = `{"id":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  const { json, status } = await create({ body });
  expect([status, json.detail]).toEqual([
    422,
    [{ loc: ["body"], msg: "must not be nested more than 100 levels deep", type: "value_error" }],
  ]);
});

const half = "The body must be Unicode text, without half of a character";

it.each(['"\\ud800"', '"\\udc00\\ud800"', '"\\uD83Dx"', '"\\\\\\udfff"', '{"\\ud800":1}'])(
  "half of a surrogate pair that %s escapes alone is not a text",
  async (body) => {
    const { json, status } = await create({ body });
    expect([status, json]).toEqual([400, unreadable(half)]);
  },
);

it.each(['"\\ud83d\\ude00"', '"\\\\ud800"', '"\\uD83D\\uDE00 and \\u00e9"', '"😀"'])(
  "half of a surrogate pair is not what %s holds",
  async (body) => {
    expect((await create({ body })).status).toBe(422);
  },
);
