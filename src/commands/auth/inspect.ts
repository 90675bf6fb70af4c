import type { InspectedToken } from "../../client/inspect-token.ts";
import type { Context } from "../../context.ts";
import { optionalArgument } from "../../terminal/arguments.ts";
import { command } from "../command.ts";
import { readInputFile } from "../read-input-file.ts";
import { object, record, shapeOf, stringOrNull, strings, stringsOrNull } from "../result.ts";

const result = record({
  issuer: stringOrNull("ISSUER"),
  thumbprint: stringOrNull("THUMBPRINT"),
  scopes: stringsOrNull("SCOPES", { shrinks: true }),
  not_before: stringOrNull("NOT BEFORE", { kind: "time" }),
  expires_at: stringOrNull("EXPIRES", { kind: "time" }),
  problems: strings("PROBLEMS", { shrinks: true }),
  header: object(),
  claims: object(),
});

export const authInspect = command({
  about:
    "The signature is not checked. Without an argument the ready-made token in use is decoded (--token-file, PAYCTL_TOKEN, PAYCTL_TOKEN_FILE), or standard input if there is none.",
  result,
  arguments: { token: optionalArgument("a token; - for standard input") },
  flags: {},
  examples: [
    { command: "payctl auth inspect -", about: "decode the token on standard input" },
    { command: "payctl auth inspect - -o json --fields claims", about: "only its claims, as JSON" },
  ],
  run: async (context, { arguments: { token } }) => {
    const results = await context.output.results(shapeOf(result));
    const { inspectToken } = await import("../../client/inspect-token.ts");
    const text = token === undefined || token === "-" ? await getToken(context, token) : token;
    await results.record(tokenRecord(inspectToken(text, context.host.now())));
  },
});

async function getToken(context: Context, argument: "-" | undefined): Promise<string> {
  const kind = argument ?? (await context.settings()).credential?.value.kind;
  if (kind !== "token" && kind !== "token-file") return readInputFile(context, "-");
  const credential = await context.credential();
  return credential.kind === "token" ? credential.token : readInputFile(context, "-");
}

function tokenRecord({ header, claims, problems }: InspectedToken): Readonly<Record<string, unknown>> {
  return {
    issuer: claims["iss"] ?? null,
    thumbprint: header["kid"] ?? null,
    scopes: claims["scopes"] ?? null,
    not_before: instant(claims["nbf"]),
    expires_at: instant(claims["exp"]),
    problems,
    header,
    claims,
  };
}

function instant(seconds: unknown): string | null {
  const date = new Date(typeof seconds === "number" ? seconds * 1000 : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
