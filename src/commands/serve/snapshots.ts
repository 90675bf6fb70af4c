import type { Context } from "../../context.ts";
import { argument } from "../../terminal/arguments.ts";
import type { Shape } from "../../terminal/output.ts";
import { isRecord } from "../../values/record.ts";
import { command } from "../command.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import type { Typed } from "./control.ts";
import type { Target } from "./find-target.ts";
import { aboutTarget, steeringExitCodes, targetFlags } from "./verbs.ts";
import { deletedShape, itemsOf } from "./worlds.ts";

const shape: Shape = {
  ...recordShape([
    { title: "NAME", field: "name" },
    { title: "TAKEN", field: "taken_at" },
    { title: "ROWS", field: "rows" },
  ]),
  idField: "name",
};

const json = "{name, taken_at, rows}";

const name = argument("name of a snapshot: letters, digits, dots, hyphens and underscores");

const unknown = "no snapshot has this name";

export const serveSnapshotSave = command({
  about:
    "An earlier snapshot of the same name is replaced. Snapshots survive a restart, except those of a server in memory." +
    `\n\n${aboutTarget}`,
  shape: json,
  arguments: { name },
  flags: targetFlags,
  examples: [
    { command: "payctl serve snapshot save before", about: "to go back to later" },
    { command: "payctl serve snapshot save before --world shop", about: "of a world" },
  ],
  exitCodes: steeringExitCodes,
  run: async (context, { arguments: { name: wanted }, flags }) => {
    const path = `snapshots/${encodeURIComponent(wanted)}`;
    await showAnswer(context, flags, ["PUT", path, { "path.name": `NAME ${wanted}` }]);
    return undefined;
  },
});

export const serveSnapshotList = command({
  shape: `{"items": [${json}]}`,
  arguments: {},
  flags: targetFlags,
  examples: [
    { command: "payctl serve snapshot list", about: "the oldest first" },
    { command: "payctl serve snapshot list --world shop", about: "those of a world" },
  ],
  exitCodes: steeringExitCodes,
  run: async (context, { flags }) => {
    const results = await context.output.results(shape);
    const control = await (await import("./control.ts")).openControl(context, flags);
    await results.list(onePage(itemsOf(await control.call("GET", "snapshots"))));
    return undefined;
  },
});

export const serveSnapshotRestore = command({
  about: `The state before is kept as the snapshot before-reset: restoring that one undoes it.\n\n${aboutTarget}`,
  shape: json,
  arguments: { name },
  flags: targetFlags,
  examples: [
    { command: "payctl serve snapshot restore before", about: "back to that state" },
    { command: "payctl serve snapshot restore before-reset", about: "undo the latest reset or restore" },
  ],
  exitCodes: { ...steeringExitCodes, 8: unknown },
  run: async (context, { arguments: { name: wanted }, flags }) => {
    await showAnswer(context, flags, ["POST", `snapshots/${encodeURIComponent(wanted)}/restore`]);
    return undefined;
  },
});

export const serveSnapshotDelete = command({
  shape: "{name, deleted}",
  arguments: { name },
  flags: targetFlags,
  examples: [
    { command: "payctl serve snapshot delete before", about: "the data stays as it is" },
    { command: "payctl serve snapshot delete before --world shop", about: "that of a world" },
  ],
  exitCodes: { ...steeringExitCodes, 8: unknown },
  run: async (context, { arguments: { name: wanted }, flags }) => {
    const results = await context.output.results(deletedShape);
    const control = await (await import("./control.ts")).openControl(context, flags);
    await control.call("DELETE", `snapshots/${encodeURIComponent(wanted)}`);
    await results.record({ name: wanted, deleted: true });
    return undefined;
  },
});

async function showAnswer(
  context: Context,
  flags: Target,
  [method, path, typed]: readonly [method: "POST" | "PUT", path: string, typed?: Typed],
): Promise<void> {
  const results = await context.output.results(shape);
  const control = await (await import("./control.ts")).openControl(context, flags);
  const answer = await control.call(method, path, undefined, typed);
  await results.record(isRecord(answer) ? answer : {});
}
