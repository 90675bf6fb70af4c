import { resolve } from "node:path";
import type { Context } from "../context.ts";
import { fromFlag, parseBaseUrl, parseMerchantAccount, read } from "../credentials/setting-sources.ts";
import type { Answers, ChosenKey, InitFlags } from "./answers.ts";
import { parseName } from "./questions.ts";
import { readKeyFile } from "./read-key-file.ts";

type Given = Partial<Pick<Answers, "name" | "baseUrl" | "merchantAccount" | "key">>;

/** The answers that flags give; what the environment says is not written down. */
export async function givenAnswers(context: Context, flags: InitFlags): Promise<Given> {
  const { globals } = context;
  const name = globals.profile;
  const baseUrl = fromFlag("--base-url", globals.baseUrl);
  const merchantAccount = fromFlag("--merchant-account", globals.merchantAccount);
  const given: Given = {
    ...(name !== undefined && { name: parseName(name) }),
    ...(baseUrl && { baseUrl: read(baseUrl, parseBaseUrl).value }),
    ...(merchantAccount && { merchantAccount: read(merchantAccount, parseMerchantAccount).value }),
  };
  const key = await givenKey(context, flags);
  return { ...given, ...(key && { key }) };
}

async function givenKey(
  context: Context,
  { generateKey, passphrase }: InitFlags,
): Promise<ChosenKey | undefined> {
  const { keyFile } = context.globals;
  // The profile is used from other folders too.
  if (keyFile !== undefined) return readKeyFile(context, resolve(keyFile));
  return generateKey || passphrase ? { kind: "new" } : undefined;
}
