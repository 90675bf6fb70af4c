import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutEchoes } from "../../src/client/echoes.ts";
import type { ApiRequest } from "../../src/contract/exchange.ts";
import { cardFields, secretFields } from "../../src/contract/secret-fields.ts";
import { answer } from "./scripted.ts";

const token = "head.claims.signature";

function request(body?: unknown): ApiRequest {
  return {
    method: "POST",
    target: "/x",
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) }),
  };
}

const pem = "-----BEGIN X-----\nfirst line of the key\r\nsecond line of the key\n-----END X-----";

it("an answer without anything secret stays the text that came", () => {
  const response = answer(200, '{ "items": [1.0] }', { date: "today" });
  expect(withoutEchoes(response, request())).toEqual(response);
});

it("an answer that repeats the token shows it nowhere, neither in headers nor in names", () => {
  const response = answer(200, { [token]: 1, said: [`it was ${token}`] }, { "x-token": `${token}, ok` });
  expect(withoutEchoes(response, request())).toEqual({
    status: 200,
    headers: { "x-token": "********, ok" },
    body: '{"********":1,"said":["it was ********"]}',
  });
});

it("the token is masked in an answer that is not JSON", () => {
  expect(withoutEchoes(answer(502, `<b>${token}</b>`), request()).body).toBe("<b>********</b>");
});

it("an answer does not show a key whose lines it broke in another way", () => {
  const sent = request({ account_updater_response_decryption_key: pem });
  const response = answer(400, { message: "no key: first line of the key second line of the key" });
  expect(withoutEchoes(response, sent).body).toBe('{"message":"no key: ******** ********"}');
});

describe("an account that was created", () => {
  const sent = request({ id: "shop", updater_client_key: "client-key-0001" });
  const repeated = { updater_client_key: "client-key-0001", display_name: "client-key-0001" };

  it("keeps its own secrets under their names, and nowhere else", () => {
    expect(withoutEchoes(answer(201, repeated), sent).body).toBe(
      '{"updater_client_key":"client-key-0001","display_name":"********"}',
    );
  });

  it("a failure masks the secrets of an account", () => {
    expect(withoutEchoes(answer(400, repeated), sent).body).toBe(
      '{"updater_client_key":"********","display_name":"********"}',
    );
  });
});

describe("an answer about cards", () => {
  const sent = request({ items: [{ number: "4111111111111111", pin: "1234" }] });

  it("shows neither number nor PIN under their names, whatever their values", () => {
    const response = answer(200, { items: [{ number: 5, pin: null, last4: "1234", balance: 1234 }] });
    expect(withoutEchoes(response, sent).body).toBe(
      '{"items":[{"number":"********","pin":null,"last4":"1234","balance":1234}]}',
    );
  });

  it("does not show a number in a text, or as a number", () => {
    const response = answer(200, { text: "card 4111111111111111.", value: 4111111111111111 });
    expect(withoutEchoes(response, sent).body).toBe('{"text":"card ********.","value":"********"}');
  });

  it("a failure does not show a PIN, unless its digits are part of others", () => {
    const response = answer(422, { msg: "1234 is wrong, 12345 is not", input: 1234 });
    expect(withoutEchoes(response, sent).body).toBe(
      '{"msg":"******** is wrong, 12345 is not","input":"********"}',
    );
  });

  it("does not show a PIN with a hyphen that a failure repeats", () => {
    const hyphen = request({ items: [{ id: "x", pin: "12-34" }] });
    expect(withoutEchoes(answer(422, { msg: "12-34 is wrong" }), hyphen).body).toBe(
      '{"msg":"******** is wrong"}',
    );
  });
});

/** Every text of a JSON value, names included. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsOf(inner)]);
}

const hole = "hole";
/** Any JSON value with one place, a name or a value, for a text. */
const { shape: anywhere } = fc.letrec<{ shape: unknown; part: unknown }>((tie) => ({
  part: fc.oneof(fc.constant("other"), fc.integer(), fc.boolean(), fc.constant(null)),
  shape: fc.oneof(
    { depthSize: "small" },
    fc.constant(hole),
    fc.tuple(tie("part"), tie("shape"), tie("part")),
    fc.record({ other: tie("part"), [hole]: tie("part") }),
    fc.record({ message: tie("shape"), other: tie("part") }),
    fc.record({ detail: fc.tuple(fc.record({ msg: tie("shape"), loc: fc.constant(["body", 0]) })) }),
  ),
}));
const fields = fc.constantFrom(...cardFields, ...secretFields);
const unbroken = (minLength: number) =>
  fc.string({ unit: "grapheme", minLength, maxLength: 40 }).filter((text) => {
    // These can't be told from what is there anyway.
    const isCommon = ["********", hole, "other", "message", "detail", "msg", "loc", "body"].some((word) =>
      word.includes(text),
    );
    return text.trim() === text && !/[\r\n]/.test(text) && !isCommon;
  });

const fill = (shape: unknown, text: string): string =>
  JSON.stringify(shape).replaceAll(`"${hole}"`, () => JSON.stringify(text));

it("a long secret is shown nowhere in any answer, whatever is around it", () => {
  fc.assert(
    fc.property(unbroken(12), fields, anywhere, fc.string(), fc.constantFrom(400, 422, 500), (...given) => {
      const [secret, name, shape, around, status] = given;
      const sent = request({ items: [{ [name]: secret }] });
      const body = fill(shape, around + secret + around);
      const shown = withoutEchoes(answer(status, body, { "x-said": `${around}${secret}` }), sent);
      const texts = [...textsOf(JSON.parse(shown.body)), ...Object.values(shown.headers)];
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    }),
  );
});

it("a short secret is shown nowhere in a failure if it is a word of its own", () => {
  const around = fc.constantFrom("", " ", "'", "(", ": ", ",", "/");
  fc.assert(
    fc.property(unbroken(1), fields, anywhere, around, (secret, name, shape, mark) => {
      const sent = request({ items: [{ [name]: secret }] });
      const { body } = withoutEchoes(answer(422, fill(shape, mark + secret + mark)), sent);
      expect(textsOf(JSON.parse(body))).not.toContain(mark + secret + mark);
      expect(body).toContain("********");
    }),
  );
});

it("the token is shown in no place of any answer", () => {
  fc.assert(
    fc.property(anywhere, fc.string(), fc.constantFrom(200, 201, 401, 502), (shape, around, status) => {
      const shown = withoutEchoes(answer(status, fill(shape, around + token + around)), request());
      expect(textsOf(JSON.parse(shown.body)).filter((text) => text.includes(token))).toEqual([]);
    }),
  );
});
