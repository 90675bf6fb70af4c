import { expect, it } from "vitest";
import { reasonText } from "../../../src/contract/control/reason.ts";
import { createRequestLog } from "../../../src/server/request-log.ts";
import { mistakenSeed, mistakes, withoutTime } from "../../helpers/mistakes.ts";
import { run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const lines: string[] = [];
const log = createRequestLog({
  format: "text",
  now: () => new Date(),
  write: (text) => lines.push(...text.trimEnd().split("\n")),
});

const reference = await shared(startReference({ seed: mistakenSeed, embedLimit: 2, logging: log.logging }));

it.each(mistakes)("$mistake is told alike in the log, by serve requests and on the page", async (row) => {
  await row.send(reference);
  log.flush();
  const { json } = await reference.request("GET", "/_reference/requests?limit=1", { token: null });
  const [entry] = json.items;
  const line = lines.findLast((text) => text.includes(entry.id));
  const shown = await run(`serve requests ${entry.id} --fields reason -o tsv`, { reference });
  expect({
    page: withoutTime(reasonText(entry) ?? ""),
    requests: shown.stdout.split("\n").slice(1).map(withoutTime),
    log: withoutTime(line?.split(`${entry.id} `)[1] ?? ""),
  }).toEqual({ page: row.told, requests: [row.told, ""], log: row.told });
});
