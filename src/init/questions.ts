import { resolve } from "node:path";
import type { Context } from "../context.ts";
import { checkProfileName } from "../credentials/profiles.ts";
import { parseBaseUrl, parseMerchantAccount } from "../credentials/setting-sources.ts";
import type { ChosenKey } from "./answers.ts";
import type { Question } from "./ask-until.ts";
import { checkKeyFile, readKeyFile } from "./read-key-file.ts";

export const nameQuestion: Question<string> = {
  text: "Name of the profile:",
  usual: { words: "default", value: "default" },
  parse: parseName,
};

export function parseName(text: string): string {
  checkProfileName(text);
  return text;
}

export const baseUrlQuestion: Question<string> = {
  text: "Address of the service, such as https://api.example.com:",
  parse: parseBaseUrl,
};

export const merchantAccountQuestion: Question<string | undefined> = {
  text: "Merchant account:",
  usual: { words: "the service's default", value: undefined },
  parse: parseMerchantAccount,
};

export function keyQuestion(context: Context): Question<ChosenKey> {
  return {
    text: "File with your private key:",
    usual: { words: "none yet, make one", value: { kind: "new" } },
    parse: (text) => readKeyFile(context, pathOf(text, context)),
    check: (text) => checkKeyFile(context, pathOf(text, context)),
  };
}

/** No shell has been at the answer, so the home folder is still to be put in. */
function pathOf(text: string, { host }: Context): string {
  return resolve(text.replace(/^~(?=[/\\])/, host.homeDirectory));
}
