import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadCommands } from "../../src/commands/table.ts";
import { generateKey } from "../helpers/keys.ts";
import { type Ran, type RunOptions, run } from "../helpers/run.ts";
import type { Reference } from "../helpers/server.ts";
import { ids, startSmallCompany } from "../helpers/small-company.ts";

const commands = await loadCommands();

/** An example of the help, and the command that it belongs to. */
export interface Documented {
  /** The words of the command: `buyers list`. */
  readonly name: string;
  /** As the help shows it, with placeholders. */
  readonly line: string;
}

export const documented: readonly Documented[] = commands.flatMap(({ words, examples }) =>
  examples.map(({ command }) => ({ name: words.join(" "), line: command })),
);

/** One line for each command that may talk to the service, none with `--dry-run`. */
export const sending: readonly Documented[] = commands
  .filter(
    ({ operation, words }) =>
      operation !== undefined || ["api", "auth status", "doctor"].includes(words.join(" ")),
  )
  .flatMap(({ words }) => {
    const name = words.join(" ");
    const example = documented.find((one) => one.name === name);
    return example === undefined ? [] : [{ name, line: example.line.replace(" --dry-run", "") }];
  });

const otherKeyPair = "99999999-9999-4999-8999-999999999999";
const otherKey = generateKey();

/** What the placeholders of an example stand for. */
const placeholders: Readonly<Record<string, string>> = {
  PAYMENT_METHOD_ID: ids.activeCard,
  NETWORK_TOKEN_ID: ids.activeToken,
  KEY_PAIR_ID: otherKeyPair,
  GIFT_CARD_ID: ids.fullGiftCard,
  WALLET_ID: ids.appleWallet,
  RULE_ID: ids.firstRule,
};

const files: Readonly<Record<string, string>> = {
  "ids.txt": `${ids.activeCard}\n${ids.inactiveCard}\n`,
  "cards.csv": "number,pin\n6006490000000001,1234\n",
  "rule.json": JSON.stringify({ position: 0, outcome: { type: "list", result: ["card"] } }),
  "accounts.yaml": "- id: shop-oslo\n  display_name: Shop Oslo\n",
  "accounts.csv": "id,display_name\nshop-rome,Shop Rome\n",
};

/** A service, a folder with files, and a configuration, in which an example can be run. */
export interface Stage {
  readonly reference: Reference;
  readonly folder: string;
  /** Where profiles and keys are kept. */
  readonly configDirectory: string;
  /** The line as a person would type it here, without the name of the program. */
  fill(line: string): string;
  run(example: Documented, options?: RunOptions): Promise<Ran>;
  close(): Promise<void>;
}

function stdinOf(name: string, reference: Reference): string {
  // What is offered is taken.
  if (name === "init") return "\n";
  if (name === "keys delete") return `${otherKeyPair}\n`;
  if (name === "auth inspect") return reference.token();
  if (name === "merchants apply") return "- id: shop-rome\n  display_name: Shop Rome\n";
  return name.startsWith("tokens ")
    ? `${ids.activeCard} ${ids.activeToken}\n`
    : reference.administrator.privateKey;
}

export async function openStage(): Promise<Stage> {
  const reference = await startSmallCompany({
    api_key_pairs: [
      {
        id: otherKeyPair,
        display_name: "Old pipeline",
        public_key: otherKey.publicPem,
        role_slugs: ["administrator"],
      },
    ],
  });
  const folder = await mkdtemp(join(tmpdir(), "payctl-stage-"));
  const configDirectory = join(folder, "config");
  const { key, privateKey } = reference.administrator;
  await mkdir(join(configDirectory, "keys"), { recursive: true });
  for (const path of [join(folder, "key.pem"), join(configDirectory, "keys", `${key.thumbprint}.pem`)])
    await writeFile(path, privateKey, { mode: 0o600 });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const fill = (line: string): string =>
    line
      .replace(/^payctl /, "")
      .replace(/\b[A-Z]+(?:_[A-Z]+)*_ID\b/g, (word) => placeholders[word] ?? word)
      .replace(/(?<=\s)[\w-]+\.(?:txt|csv|html|json|ndjson|pem|xlsx|yaml)(?=\s|$)/g, (name) =>
        join(folder, name),
      );
  return {
    reference,
    folder,
    configDirectory,
    fill,
    async run({ name, line }, options = {}) {
      const profile = { baseUrl: "http://localhost:4010", key: key.thumbprint };
      const makesProfile = name === "init" || name === "profile add";
      const contents = makesProfile ? { profiles: {} } : { current: "local", profiles: { local: profile } };
      await writeFile(join(configDirectory, "config.json"), JSON.stringify(contents));
      return run(fill(line), {
        reference,
        configDirectory,
        stdin: stdinOf(name, reference),
        ...options,
        alter: (host) => {
          const real = { ...host, readFile: (path: string) => readFile(path) };
          return options.alter?.(real) ?? real;
        },
      });
    },
    async close() {
      await reference.close();
      await rm(folder, { recursive: true });
    },
  };
}
