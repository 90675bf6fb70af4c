import { resolve } from "node:path";
import type { Context } from "../context.ts";
import { checkProfileName } from "../credentials/profile-contents.ts";
import { parseBaseUrl } from "../credentials/settings/base-url.ts";
import { parseMerchantAccount } from "../credentials/settings/merchant-account.ts";
import type { ChosenKey } from "./answers.ts";
import type { Question } from "./ask-until.ts";
import { readKeyFile } from "./read-key-file.ts";

const usualName = "default";

export const nameQuestion: Question<string> = {
  text: `Name of the profile (Enter for ${usualName}):`,
  parse: (text) => parseName(text === "" ? usualName : text),
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
  text: "Merchant account (Enter for the service's default):",
  parse: (text) => (text === "" ? undefined : parseMerchantAccount(text)),
};

export function keyQuestion(context: Context): Question<ChosenKey> {
  return {
    text: "File with your private key (Enter makes a new one):",
    parse: (text) => (text === "" ? { kind: "new" } : readKeyFile(context, pathOf(text, context))),
  };
}

/** No shell has been at the answer, so the home folder is still to be put in. */
function pathOf(text: string, { host }: Context): string {
  return resolve(text.replace(/^~(?=[/\\])/, host.homeDirectory));
}
