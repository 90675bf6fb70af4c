import { argument } from "../../terminal/arguments.ts";
import { deleted, serverVerb } from "./server-verb.ts";

const columns = [
  { title: "NAME", field: "name" },
  { title: "TAKEN", field: "taken_at" },
  { title: "ROWS", field: "rows" },
];

const name = argument("name of a snapshot: letters, digits, dots, hyphens and underscores");

const unknown = "no snapshot has this name";

export const serveSnapshotSave = serverVerb("takeSnapshot", {
  about:
    "An earlier snapshot of the same name is replaced. Snapshots survive a restart, except those of a server in memory.",
  columns,
  arguments: { name },
  examples: [
    { command: "payctl serve snapshot save before", about: "to go back to later" },
    { command: "payctl serve snapshot save before --world shop", about: "of a world" },
  ],
});

export const serveSnapshotList = serverVerb("listSnapshots", {
  columns,
  examples: [
    { command: "payctl serve snapshot list", about: "the oldest first" },
    { command: "payctl serve snapshot list --world shop", about: "those of a world" },
  ],
});

export const serveSnapshotRestore = serverVerb("restoreSnapshot", {
  about: "The state before is gone, unless a snapshot has it.",
  columns,
  arguments: { name },
  examples: [
    { command: "payctl serve snapshot restore before", about: "back to that state" },
    { command: "payctl serve snapshot restore before --world shop", about: "of a world" },
  ],
  exitCodes: { 8: unknown },
});

export const serveSnapshotDelete = serverVerb("deleteSnapshot", {
  result: deleted,
  arguments: { name },
  examples: [
    { command: "payctl serve snapshot delete before", about: "the data stays as it is" },
    { command: "payctl serve snapshot delete before --world shop", about: "that of a world" },
  ],
  exitCodes: { 8: unknown },
});
