import { constants } from "node:fs";
import { tokenFlaws } from "../../contract/control/words.ts";
import { UsageError } from "../../errors.ts";
import { argument } from "../../terminal/arguments.ts";
import { choiceFlag, durationFlag, listFlag } from "../../terminal/flags.ts";
import { isLoopback } from "../../values/loopback.ts";
import { shellWord } from "../../values/text.ts";
import { orMissing, record, string } from "../result.ts";
import { scopeFlag } from "../scope-flag.ts";
import { callOf, itemsTypedAs, serverVerb } from "./server-verb.ts";

export const serveSeed = serverVerb("addSeed", {
  about: "The document is added completely or not at all.",
  columns: [{ title: "ADDED", field: "added" }],
  arguments: { file: argument("a JSON or YAML file; - for standard input", { completes: "file" }) },
  examples: [
    { command: "payctl serve seed more-buyers.yaml", about: "add what the file lists" },
    { command: "payctl serve seed - < buyers.json", about: "from standard input" },
  ],
  exitCodes: { 2: "the document is wrong; every problem is listed" },
  calls: async ({ arguments: { file } }, context) => {
    const { inputName, readInputFile } = await import("../read-input-file.ts");
    const body = await readInputFile(context, file);
    return [callOf("addSeed", { body }, { body: inputName(file) })];
  },
  show: async ({ answer, control: { server }, tell }) => {
    const counts = Object.entries(answer.added).filter(([, count]) => count !== 0);
    const list = counts.map(([name, count]) => `${name} ${count}`).join(", ");
    await tell(answer, `Added to ${server.url}: ${list === "" ? "nothing" : list}.`);
  },
});

export const serveReset = serverVerb("resetData", {
  about: "Faults, journal and clock stay. The data as it was is gone, unless a snapshot has it.",
  columns: [{ title: "STATUS", field: "status" }],
  examples: [
    { command: "payctl serve reset", about: "the server in use" },
    { command: "payctl serve reset --url http://127.0.0.1:4010", about: "the server of an address" },
  ],
  show: ({ answer, control: { server }, tell }) =>
    tell(answer, `The data of ${server.url} is back to its seed.`),
});

export const serveToken = serverVerb("issueToken", {
  about: "The server accepts the token; with --flaw it has to refuse it.",
  document: true,
  columns: [
    { title: "TOKEN", field: "token" },
    { title: "EXPIRES AT", field: "expires_at" },
    { title: "SCOPES", field: "scopes" },
  ],
  arguments: {},
  flags: {
    scope: scopeFlag("a scope; can be repeated"),
    expiresIn: durationFlag("how long the token is valid", { usual: "5m" }),
    role: listFlag("a role of the key pair behind it; can be repeated", {
      usual: "administrator",
      placeholder: "SLUG",
    }),
    account: listFlag("a merchant account that it is bound to; can be repeated (all)", { placeholder: "ID" }),
    flaw: choiceFlag("what is wrong with it", tokenFlaws),
  },
  examples: [
    { command: "payctl serve token --scope buyers.read", about: "for a client without a key" },
    {
      command: "payctl serve token --scope '*.read' --flaw expired",
      about: "for a test that has to see a 401",
    },
  ],
  calls: ({ flags: { account, expiresIn, flaw, role, scope } }) => {
    if (scope === undefined && flaw !== "no_scopes") {
      throw new UsageError("no scope was given", {
        hint: { text: "for example", command: "payctl serve token --scope buyers.read" },
      });
    }
    const body = {
      scopes: scope,
      expires_in: expiresIn === undefined ? undefined : expiresIn / 1000,
      roles: role,
      merchant_accounts: account,
      flaw,
    };
    const typedAs = {
      ...itemsTypedAs("body.scopes", scope, () => "--scope"),
      ...itemsTypedAs("body.roles", role, () => "--role"),
      ...itemsTypedAs("body.merchant_accounts", account, () => "--account"),
    };
    return [{ ...callOf("issueToken", { body }, typedAs), scopes: scope ?? [] }];
  },
  show: ({ answer, tell }) => tell(answer, answer.token),
});

export const serveEnv = serverVerb("issueToken", {
  about:
    "Prints export lines: once a shell has evaluated them, payctl and your application talk to that server.",
  document: true,
  result: record({
    PAYCTL_BASE_URL: string(),
    PAYCTL_CA_FILE: orMissing(string()),
    NODE_EXTRA_CA_CERTS: orMissing(string()),
    PAYCTL_PRIVATE_KEY_FILE: orMissing(string()),
    PAYCTL_TOKEN: orMissing(string()),
    PAYCTL_MERCHANT_ACCOUNT: string(),
  }),
  examples: [
    { command: 'eval "$(payctl serve env)"', about: "for this shell" },
    { command: "payctl serve env -o json", about: "for a program" },
  ],
  calls: async (_, context) => {
    const { commonScopes } = await import("../../credentials/ceiling.ts");
    const allowed = commonScopes((await context.settings()).ceilings) ?? ["*.read", "*.write", "embed"];
    // Ceilings that leave nothing refuse the least of them.
    const scopes = allowed.length === 0 ? ["*.read"] : allowed;
    return [{ ...callOf("issueToken", { body: { scopes, expires_in: "24h" } }), scopes }];
  },
  show: async ({ answer: { token }, control, tell }) => {
    const { trustVariables } = await import("../../server/running/ask-server.ts");
    const { ca_file, key_file: keyFile } = await control.call(callOf("readHealth", {}));
    const { caFile = ca_file, url } = control.server;
    const hasKey = keyFile !== undefined && isLoopback(new URL(url).hostname) && (await isReadable(keyFile));
    const variables = {
      PAYCTL_BASE_URL: url,
      ...trustVariables({ caFile }),
      ...(hasKey ? { PAYCTL_PRIVATE_KEY_FILE: keyFile } : { PAYCTL_TOKEN: token }),
      PAYCTL_MERCHANT_ACCOUNT: "default",
    };
    const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}`);
    await tell(variables, lines.join("\n"));
  },
});

/** A server in a container has its files elsewhere. */
async function isReadable(path: string): Promise<boolean> {
  const { disk } = await import("../../files/disk.ts");
  return disk.access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}
