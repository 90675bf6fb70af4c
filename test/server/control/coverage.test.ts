import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedLists } from "../../../src/contract/control/words.ts";
import { allOperations } from "../../../src/contract/operations.ts";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import { anchorsOf } from "../../helpers/pages.ts";
import { type JsonAnswer, type Reference, startReference } from "../../helpers/server.ts";

interface Row {
  readonly operation: string;
  readonly implemented: boolean;
  readonly data: { readonly seed: readonly string[]; readonly operations: readonly string[] };
  readonly decisions: string;
}

let reference: Reference;
let rows: readonly Row[];
beforeAll(async () => {
  reference = await startReference({ seed: emptySeed() });
  const answer: JsonAnswer = await reference.request("GET", "/_reference/coverage", { token: null });
  rows = answer.json.operations;
});
afterAll(() => reference.close());

describe("the coverage", () => {
  it("says of an operation what it is, how its data gets in, and where decisions about it are", () => {
    expect(rows.find(({ operation }) => operation === "listThreeDsConfigurations")).toEqual({
      operation: "listThreeDsConfigurations",
      method: "GET",
      path: "/merchant-accounts/{merchant_account_id}/three-ds-configurations",
      scope: "merchant-accounts.read",
      implemented: true,
      data: {
        seed: ["three_ds_configurations", "merchant_accounts"],
        operations: ["createMerchantAccount"],
      },
      evidence: {
        specification: ["2.9", "4.8"],
        description: "openapi.json",
        clients: ["swagger-typescript-api"],
        recordings: [],
      },
      decisions: "docs/developers/decisions.md#other-resources",
    });
  });

  it("has a row for each operation of the specification, all of them implemented", () => {
    expect(rows.map(({ implemented, operation }) => [operation, implemented])).toEqual(
      allOperations.map(({ name }) => [name, true]),
    );
  });

  it("says how the data of each operation gets in", () => {
    for (const { data } of rows) {
      expect(data.seed.length).toBeGreaterThan(0);
      expect(data.seed.filter((list) => !storedLists.some((name) => name === list))).toEqual([]);
    }
  });

  it("links each operation to a heading that the page of decisions has", () => {
    const leadsNowhere = rows.filter(({ decisions }) => {
      const [page = "", anchor = ""] = decisions.split("#");
      return !anchorsOf(page).has(anchor);
    });
    expect(leadsNowhere).toEqual([]);
  });
});
