import { rowsWith } from "../operation.ts";

/** Everything below it controls the reference server; no path of the API starts with it. */
export const controlPrefix = "/_reference/";

/** The same as people type it, and as a world names its control interface. */
export const bareControlPath = "/_reference";

interface ControlDetails {
  /** Only the world at the root has it; unless given, every world does. */
  readonly isOfServer?: true;
  /** Takes a document, JSON or YAML, which is checked as a whole. */
  readonly takesDocument?: true;
}

const rows = rowsWith<ControlDetails>();

/** What a program can see and change of a reference server, and of each of its worlds; paths are below `/_reference/`. */
export const controlOperations = {
  ...rows(() => import("./schemas/server.ts"), {
    readHealth: { method: "GET", path: "health" },
    stopServer: { method: "POST", path: "stop", isOfServer: true },
  }),
  ...rows(() => import("./schemas/data.ts"), {
    resetData: { method: "POST", path: "reset" },
    addSeed: { method: "POST", path: "seed", takesDocument: true },
    exportData: { method: "GET", path: "seed" },
    countData: { method: "GET", path: "data" },
    listData: { method: "GET", path: "data/{list}" },
    getData: { method: "GET", path: "data/{list}/{id}" },
    changeData: { method: "PATCH", path: "data/{list}/{id}" },
    deleteData: { method: "DELETE", path: "data/{list}/{id}" },
    listSnapshots: { method: "GET", path: "snapshots" },
    takeSnapshot: { method: "PUT", path: "snapshots/{name}" },
    restoreSnapshot: { method: "POST", path: "snapshots/{name}/restore" },
    deleteSnapshot: { method: "DELETE", path: "snapshots/{name}" },
  }),
  ...rows(() => import("./schemas/requests.ts"), {
    listRequests: { method: "GET", path: "requests" },
    verifyRequests: { method: "POST", path: "requests/verify" },
    clearRequests: { method: "DELETE", path: "requests" },
  }),
  ...rows(() => import("./schemas/faults.ts"), {
    listFaults: { method: "GET", path: "faults" },
    replaceFaults: { method: "PUT", path: "faults" },
    addFaults: { method: "POST", path: "faults" },
    removeFaults: { method: "DELETE", path: "faults" },
    removeFault: { method: "DELETE", path: "faults/{id}" },
  }),
  ...rows(() => import("./schemas/clock.ts"), {
    readClock: { method: "GET", path: "clock" },
    changeClock: { method: "PUT", path: "clock" },
    advanceClock: { method: "POST", path: "clock/advance" },
  }),
  ...rows(() => import("./schemas/worlds.ts"), {
    listWorlds: { method: "GET", path: "worlds", isOfServer: true },
    getWorld: { method: "GET", path: "worlds/{name}", isOfServer: true },
    createWorld: { method: "PUT", path: "worlds/{name}", isOfServer: true },
    deleteWorld: { method: "DELETE", path: "worlds/{name}", isOfServer: true },
  }),
  ...rows(() => import("./schemas/tokens.ts"), {
    issueToken: { method: "POST", path: "tokens" },
  }),
} as const;

export type ControlOperations = typeof controlOperations;
export type ControlName = keyof ControlOperations;
export type AnyControlOperation = ControlOperations[ControlName];

/** What a change needs below a ceiling: the control interface has no scopes, and may change any data of the API. */
export const changingScope = "*.write";

/** Whether an operation changes something; a token changes no data, and is bounded by what it allows itself. */
export function isChange(operation: AnyControlOperation): boolean {
  const { issueToken, verifyRequests } = controlOperations;
  return operation.method !== "GET" && operation !== verifyRequests && operation !== issueToken;
}

/** The rows in the table's order, for code that treats all of them alike. */
export const allControlOperations: readonly AnyControlOperation[] = Object.values(controlOperations);
