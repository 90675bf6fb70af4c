import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { ApiRequest, Exchange } from "../../../src/contract/exchange.ts";
import { instant } from "../../helpers/host.ts";
import { run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { freshFolder, shared } from "../../helpers/shared.ts";

let folder: string;
let results: string;
const reference = await shared(startReference({ now: () => new Date(instant) }));

beforeEach(() => {
  folder = freshFolder();
  results = join(folder, "results.ndjson");
});

/** While the first write is in flight, this run is suspended, and another one takes over. */
function losing(sent: ApiRequest[]): Exchange {
  return async (request) => {
    sent.push(request);
    await writeFile(`${results}.lock`, "of another run");
    await writeFile(results, "of another run\n");
    return reference.exchange(request);
  };
}

const uuid = (number: number): string => `c0000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const numbers = Array.from({ length: 150 }, (_, index) => index);

it.each<[string, string, string]>([
  [
    "merchants apply",
    "merchants apply -f FILE.yaml --concurrency 1",
    "- id: shop-1\n  display_name: Shop\n- id: shop-2\n  display_name: Shop\n",
  ],
  ["updater create", "updater create --file FILE.txt", `${numbers.map(uuid).join("\n")}\n`],
])(
  "%s that was suspended until another run took its results neither sends nor writes on",
  async (_, line, text) => {
    const sent: ApiRequest[] = [];
    const path = line.includes(".yaml") ? "FILE.yaml" : "FILE.txt";
    const ran = await run(`${line} --results ${results}`, {
      reference,
      exchange: losing(sent),
      files: { [path]: text },
    });
    expect([ran.code, JSON.parse(ran.stderr.trimEnd().split("\n").at(-1) ?? "").error.message]).toEqual([
      11,
      `another payctl has taken over ${results} while this one was suspended`,
    ]);
    expect(sent).toHaveLength(1);
    for (const name of ["", ".lock"]) {
      expect((await readFile(results + name, "utf8")).trim()).toBe("of another run");
    }
  },
);
