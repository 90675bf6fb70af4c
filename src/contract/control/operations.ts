import { subject } from "./operation.ts";

/** Everything below it controls the reference server; no path of the API starts with it. */
export const controlPrefix = "/_reference/";

/** The same as people type it, and as a world names its control interface. */
export const bareControlPath = "/_reference";

/** What a program can see and change of a reference server, and of each of its worlds. */
export const controlOperations = {
  ...subject(() => import("./schemas/server.ts"), {
    readHealth: {
      method: "GET",
      path: "health",
      summary: "Which server this is, and in what state",
      success: [200],
    },
    stopServer: {
      method: "POST",
      path: "stop",
      summary: "Stop the server, as SIGTERM does",
      success: [202],
      isOfServer: true,
      isConstant: true,
    },
  }),
  ...subject(() => import("./schemas/data.ts"), {
    resetData: { method: "POST", path: "reset", summary: "Go back to the seed", success: [200] },
    addSeed: {
      method: "POST",
      path: "seed",
      summary: "Add a seed document",
      success: [200],
      takesDocument: true,
    },
    exportData: {
      method: "GET",
      path: "seed",
      summary: "All data as a seed document",
      success: [200],
      givesDocument: true,
    },
    countData: { method: "GET", path: "data", summary: "How many rows each list has", success: [200] },
    listData: { method: "GET", path: "data/{list}", summary: "What is stored in a list", success: [200] },
    getData: { method: "GET", path: "data/{list}/{id}", summary: "A stored row", success: [200] },
    changeData: { method: "PATCH", path: "data/{list}/{id}", summary: "Change a stored row", success: [200] },
    deleteData: {
      method: "DELETE",
      path: "data/{list}/{id}",
      summary: "Delete a stored row that nothing refers to",
      success: [204],
    },
    listSnapshots: { method: "GET", path: "snapshots", summary: "The snapshots", success: [200] },
    takeSnapshot: {
      method: "PUT",
      path: "snapshots/{name}",
      summary: "Take a snapshot of all data",
      success: [201, 200],
    },
    restoreSnapshot: {
      method: "POST",
      path: "snapshots/{name}/restore",
      summary: "Go back to a snapshot",
      success: [200],
    },
    deleteSnapshot: {
      method: "DELETE",
      path: "snapshots/{name}",
      summary: "Delete a snapshot",
      success: [204],
    },
  }),
  ...subject(() => import("./schemas/requests.ts"), {
    listRequests: {
      method: "GET",
      path: "requests",
      summary: "The latest requests, newest first",
      success: [200],
    },
    verifyRequests: {
      method: "POST",
      path: "requests/verify",
      summary: "Whether such requests have come, and which came closest",
      success: [200],
      failure: 417,
    },
    clearRequests: { method: "DELETE", path: "requests", summary: "Clear the journal", success: [204] },
  }),
  ...subject(() => import("./schemas/faults.ts"), {
    listFaults: {
      method: "GET",
      path: "faults",
      summary: "The simulated faults, with their hits",
      success: [200],
    },
    replaceFaults: { method: "PUT", path: "faults", summary: "Replace all simulated faults", success: [200] },
    addFaults: { method: "POST", path: "faults", summary: "Add simulated faults", success: [201] },
    removeFaults: {
      method: "DELETE",
      path: "faults",
      summary: "Remove all simulated faults",
      success: [204],
    },
    removeFault: {
      method: "DELETE",
      path: "faults/{id}",
      summary: "Remove a simulated fault",
      success: [204],
    },
  }),
  ...subject(() => import("./schemas/clock.ts"), {
    readClock: { method: "GET", path: "clock", summary: "The server's clock", success: [200] },
    changeClock: { method: "PUT", path: "clock", summary: "Set the server's clock", success: [200] },
    advanceClock: {
      method: "POST",
      path: "clock/advance",
      summary: "Move the server's clock forward",
      success: [200],
    },
  }),
  ...subject(() => import("./schemas/worlds.ts"), {
    listWorlds: {
      method: "GET",
      path: "worlds",
      summary: "The worlds other than the one at the root",
      success: [200],
      isOfServer: true,
    },
    getWorld: { method: "GET", path: "worlds/{name}", summary: "A world", success: [200], isOfServer: true },
    createWorld: {
      method: "PUT",
      path: "worlds/{name}",
      summary: "Make a world, or find the one made with the same options",
      success: [201, 200],
      isOfServer: true,
    },
    deleteWorld: {
      method: "DELETE",
      path: "worlds/{name}",
      summary: "Delete a world with all of its files",
      success: [204],
      isOfServer: true,
    },
  }),
  ...subject(() => import("./schemas/tokens.ts"), {
    issueToken: {
      method: "POST",
      path: "tokens",
      summary: "Sign a token, or one that the API has to refuse",
      success: [200],
    },
  }),
  ...subject(() => import("./schemas/server.ts"), {
    describeControl: {
      method: "GET",
      path: "openapi.json",
      summary: "This description",
      success: [200],
      isConstant: true,
    },
    showInspector: {
      method: "GET",
      path: "",
      summary: "The inspector, a page for people",
      success: [200],
      isConstant: true,
      isPage: true,
    },
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
