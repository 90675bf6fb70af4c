import type { StoredList } from "../../contract/control/words.ts";
import { allOperations, type OperationName } from "../../contract/operations.ts";
import type { Exercised } from "../exercised/exercised.ts";
import { makeReport } from "../exercised/report.ts";
import { handlers } from "../handlers/table.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";

/** How the data of an operation gets in: lists of a seed, and operations that add to it. */
interface Source {
  readonly seed: readonly StoredList[];
  readonly operations?: readonly OperationName[];
}

const tokens: Source = { seed: ["network_tokens", "payment_methods"] };

const changing: readonly OperationName[] = allOperations
  .filter(({ method }) => method !== "GET")
  .map(({ name }) => name);

const sources: Readonly<Record<OperationName, Source>> = {
  listApiKeyPairs: { seed: ["api_key_pairs", "roles", "users", "merchant_accounts"] },
  deleteApiKeyPair: { seed: ["api_key_pairs"] },
  listAuditLogs: {
    seed: ["audit_logs", "users"],
    operations: changing.filter((name) => !["fetchGiftCardBalances", "provisionCryptogram"].includes(name)),
  },
  listBuyers: { seed: ["buyers"] },
  suspendNetworkToken: tokens,
  resumeNetworkToken: tokens,
  provisionCryptogram: tokens,
  registerDomain: { seed: ["digital_wallets"] },
  fetchGiftCardBalances: { seed: ["gift_cards"] },
  createAccountUpdaterJob: { seed: ["payment_methods"] },
  listThreeDsConfigurations: {
    seed: ["three_ds_configurations", "merchant_accounts"],
    operations: ["createMerchantAccount"],
  },
  updateFlowRule: { seed: ["flow_rules"] },
  createMerchantAccount: { seed: ["merchant_accounts"] },
};

/** Sections about some operations only; sections not listed apply to all. */
const subjects: readonly (readonly [RegExp, readonly OperationName[]])[] = [
  [/^Pages/, allOperations.filter(({ paged }) => paged).map(({ name }) => name)],
  [/^Network tokens/, ["suspendNetworkToken", "resumeNetworkToken", "provisionCryptogram"]],
  [/^API key pairs and merchant/, ["listApiKeyPairs", "deleteApiKeyPair", "createMerchantAccount"]],
  [/^Buyers/, ["listBuyers"]],
  [/^Audit logs/, ["listAuditLogs", ...(sources.listAuditLogs.operations ?? [])]],
  [/^Gift cards|^Enumeration/, ["fetchGiftCardBalances"]],
  [/^Other resources/, ["registerDomain", "createAccountUpdaterJob", "listThreeDsConfigurations"]],
  [/^Flow rules|^Conditions|^Outcomes/, ["updateFlowRule"]],
  [/^Changes/, [...changing, "listAuditLogs"]],
  [/client/, []],
];

/** What the server answers, how data gets in, and what was decided where the specification is silent. */
export const coverageHandlers: Pick<ControlHandlers, "readCoverage"> = {
  async readCoverage() {
    const sections = (await loadDecisions()).map(subjectsOf);
    const operations = allOperations.map(({ method, name, path, scope }) => ({
      operation: name,
      method,
      path,
      scope,
      implemented: Object.hasOwn(handlers, name),
      data: { seed: sources[name].seed, operations: sources[name].operations ?? [] },
      decisions: sections
        .filter((section) => section.operations.includes(name))
        .map(({ section }) => section),
    }));
    return answerWith({ operations, decisions: sections });
  },
};

function subjectsOf({ below, decisions, section }: DecisionSection) {
  const headings = [section, ...below.toReversed()];
  const [, operations] =
    subjects.find(([pattern]) => headings.some((heading) => pattern.test(heading))) ?? [];
  return { section, operations: operations ?? allOperations.map(({ name }) => name), decisions };
}

/** One section of the page of decisions. */
interface DecisionSection {
  readonly section: string;
  /** The headings above it, the nearest last. */
  readonly below: readonly string[];
  /** A row of a table, or a paragraph. */
  readonly decisions: readonly string[];
}

/** Reads the page of decisions, which is part of the bundle: docs/decisions.md. */
async function loadDecisions(): Promise<readonly DecisionSection[]> {
  const { default: page } = await import("../../../docs/decisions.md");
  return parseDecisions(page);
}

/** Sections from the second level on, except those that contain only headings. */
export function parseDecisions(page: string): readonly DecisionSection[] {
  const headings: string[] = [];
  const sections = page
    .split(/^(?=##+ )/m)
    .slice(1)
    .map((part): DecisionSection => {
      const [first = "", ...lines] = part.split("\n");
      const [, marks = "", title = ""] = /^(#+) (.*)$/.exec(first) ?? [];
      headings.splice(marks.length - 2);
      headings.push(title);
      return { section: title, below: headings.slice(0, -1), decisions: readBlocks(lines.join("\n")) };
    });
  return sections.filter(({ decisions }) => decisions.length > 0);
}

function readBlocks(text: string): readonly string[] {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim());
  return blocks
    .filter((block) => block !== "")
    .flatMap((block) => {
      if (block.startsWith("|")) return readTable(block);
      return block.startsWith("- ") ? block.split(/^- /m).slice(1).map(inOneLine) : [inOneLine(block)];
    });
}

/** The rows after the title and the rule below it. */
function readTable(block: string): readonly string[] {
  return block
    .split("\n")
    .slice(2)
    .map((line) => {
      const [what = "", ...rest] = line.split("|").slice(1, -1).map(inOneLine);
      return `${what}: ${rest.join("; ")}`;
    });
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

type ExercisedHandlers = Pick<ControlHandlers, "clearExercised" | "readExercised">;

/** What callers have met, and resetting the counts. */
export function exercisedHandlers(exercised: Exercised): ExercisedHandlers {
  return {
    async readExercised() {
      await exercised.settle?.();
      return answerWith(makeReport(exercised.tally()));
    },
    async clearExercised() {
      await exercised.clear();
      return { status: 204 };
    },
  };
}
