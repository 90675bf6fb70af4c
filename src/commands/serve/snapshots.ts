import { controlOperations } from "../../contract/control/operations.ts";
import { argument } from "../../terminal/arguments.ts";
import type { Shape } from "../../terminal/output.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import { callOf, deletedShape, steering } from "./steering.ts";

const result: Shape = {
  ...recordShape([
    { title: "NAME", field: "name" },
    { title: "TAKEN", field: "taken_at" },
    { title: "ROWS", field: "rows" },
  ]),
  idField: "name",
};

const shape = "{name, taken_at, rows:integer}";

const name = argument("name of a snapshot: letters, digits, dots, hyphens and underscores");

const unknown = "no snapshot has this name";

export const serveSnapshotSave = steering(controlOperations.takeSnapshot, {
  about:
    "An earlier snapshot of the same name is replaced. Snapshots survive a restart, except those of a server in memory.",
  shape,
  result,
  arguments: { name },
  flags: {},
  examples: [
    { command: "payctl serve snapshot save before", about: "to go back to later" },
    { command: "payctl serve snapshot save before --world shop", about: "of a world" },
  ],
  calls: ({ arguments: path }) => [callOf("takeSnapshot", { path })],
  show: ({ answers: [snapshot], results }) => results.record(snapshot),
});

export const serveSnapshotList = steering(controlOperations.listSnapshots, {
  shape: `{"items": [${shape}]}`,
  result,
  arguments: {},
  flags: {},
  examples: [
    { command: "payctl serve snapshot list", about: "the oldest first" },
    { command: "payctl serve snapshot list --world shop", about: "those of a world" },
  ],
  calls: () => [callOf("listSnapshots", {})],
  show: ({ answers: [{ items }], results }) => results.list(onePage(items)),
});

export const serveSnapshotRestore = steering(controlOperations.restoreSnapshot, {
  about: "The state before is gone, unless a snapshot has it.",
  shape,
  result,
  arguments: { name },
  flags: {},
  examples: [
    { command: "payctl serve snapshot restore before", about: "back to that state" },
    { command: "payctl serve snapshot restore before --world shop", about: "of a world" },
  ],
  exitCodes: { 8: unknown },
  calls: ({ arguments: path }) => [callOf("restoreSnapshot", { path })],
  show: ({ answers: [snapshot], results }) => results.record(snapshot),
});

export const serveSnapshotDelete = steering(controlOperations.deleteSnapshot, {
  shape: "{name, deleted:boolean}",
  result: deletedShape,
  arguments: { name },
  flags: {},
  examples: [
    { command: "payctl serve snapshot delete before", about: "the data stays as it is" },
    { command: "payctl serve snapshot delete before --world shop", about: "that of a world" },
  ],
  exitCodes: { 8: unknown },
  calls: ({ arguments: path }) => [callOf("deleteSnapshot", { path })],
  show: ({ input, results }) => results.record({ name: input.arguments.name, deleted: true }),
});
