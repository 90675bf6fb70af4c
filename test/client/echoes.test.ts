import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutEchoes } from "../../src/client/echoes.ts";
import type { ApiRequest } from "../../src/contract/exchange.ts";
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

describe("an answer", () => {
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
});

describe("an account that was created", () => {
  const sent = request({ id: "shop", updater_client_key: "client-key-0001" });
  const repeated = { updater_client_key: "client-key-0001", display_name: "client-key-0001" };

  it("a created account keeps its own secrets under their names, and nowhere else", () => {
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

  it("an answer about cards shows neither number nor PIN under their names, whatever stands there", () => {
    const response = answer(200, { items: [{ number: 5, pin: null, last4: "1234", balance: 1234 }] });
    expect(withoutEchoes(response, sent).body).toBe(
      '{"items":[{"number":"********","pin":null,"last4":"1234","balance":1234}]}',
    );
  });

  it("an answer about cards does not show a number in a text, or as a number", () => {
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

  it("shows no secret of whatever characters, in whatever place of a failure", () => {
    const secret = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((text) => {
      return text.trim() !== "" && !/[\r\n]/.test(text) && !"********".includes(text);
    });
    const places: readonly ((text: string) => unknown)[] = [
      (text) => ({ value: text }),
      (text) => ({ value: `(${text})` }),
      (text) => [[text]],
      (text) => ({ [text]: 1 }),
      (text) => text,
    ];
    fc.assert(
      fc.property(
        secret,
        fc.constantFrom("pin", "number"),
        fc.constantFrom(...places),
        (text, name, place) => {
          const { body } = withoutEchoes(answer(422, place(text)), request({ items: [{ [name]: text }] }));
          const texts = body.startsWith("{") ? Object.entries(JSON.parse(body)).flat() : [body];
          for (const shown of texts) if (shown !== "value") expect(shown).not.toBe(text);
          expect(body).toContain("********");
        },
      ),
    );
  });
});
