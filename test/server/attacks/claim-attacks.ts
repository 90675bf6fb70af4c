import { type Attack, claims, inner, texts } from "./attack.ts";

const claim = "token_claim";

export const otherClaims: readonly Attack[] = [
  ...["iss", "nbf", "exp", "jti", "scopes"].flatMap((name): Attack[] => [
    [`no ${name}`, claim, claims({ [name]: undefined })],
    [`${name} null`, claim, claims({ [name]: null })],
    [`${name} an object`, claim, claims({ [name]: {} })],
  ]),
  ...["iss", "jti"].flatMap((name): Attack[] => [
    [`${name} empty`, claim, claims({ [name]: "" })],
    [`${name} a number`, claim, claims({ [name]: 1 })],
  ]),
  ...["nbf", "exp", "iat"].flatMap((name): Attack[] => [
    [`${name} a text`, claim, claims((now) => ({ [name]: String(now) }))],
    [`${name} true`, claim, claims({ [name]: true })],
    [`${name} in a list`, claim, claims((now) => ({ [name]: [now] }))],
  ]),
  ["iat null", claim, claims({ iat: null })],
  [
    "exp beyond every number",
    claim,
    texts(({ claims: all, header: head }) => [JSON.stringify(head), `{${inner(all)},"exp":1e999}`]),
  ],
  ["exp between two seconds", 200, claims((now) => ({ exp: now + 0.5 }))],
  ["exp negative", "token_expired", claims({ exp: -1 })],
  ["exp zero", "token_expired", claims({ exp: 0 })],
  ["exp 30 seconds ago", "token_expired", claims((now) => ({ exp: now - 30 }))],
  ["exp in milliseconds", "token_claim", claims((now) => ({ exp: now * 1000 }))],
  ["a life of 24 hours and a second", "token_lifetime", claims((now) => ({ nbf: now, exp: now + 86_401 }))],
  ["nbf ages ago", "token_lifetime", claims({ nbf: -1e15 })],
  ["nbf in a minute", "token_not_yet_valid", claims((now) => ({ nbf: now + 60 }))],
  ["iat in a minute", "token_not_yet_valid", claims((now) => ({ iat: now + 60 }))],
  ["scopes in one text", claim, claims({ scopes: "buyers.read" })],
  ["scopes by number", claim, claims({ scopes: { 0: "buyers.read", length: 1 } })],
  ["scopes in a list of lists", claim, claims({ scopes: [["buyers.read"]] })],
  ["scopes with a null", claim, claims({ scopes: ["buyers.read", null] })],
  ["scopes with a number", claim, claims({ scopes: ["buyers.read", 1] })],
  [
    "scopes of a prototype",
    claim,
    texts(({ claims: all, header: head }) => [
      JSON.stringify(head),
      JSON.stringify({ ...all, scopes: undefined }).replace("{", '{"__proto__":{"scopes":["buyers.read"]},'),
    ]),
  ],
  ["embed that is a text", claim, claims({ embed: "buyers.read" })],
  ["embed that is a list", claim, claims({ embed: [] })],
  ["a checkout session that is a number", claim, claims({ checkout_session_id: 1 })],
  ...[
    [],
    ["*"],
    ["*.*"],
    ["buyers.*"],
    ["buyers.READ"],
    [" buyers.read"],
    ["buyers.read.read"],
    ["*.write"],
    ["embed"],
    [""],
    ["buyers"],
    ["*.buyers.read"],
  ].map((scopes): Attack => [`the scopes ${JSON.stringify(scopes)}`, 403, claims({ scopes })]),
];
