import {
  type AnyControlOperation,
  allControlOperations,
  bareControlPath,
  controlPrefix,
} from "../../contract/control/operations.ts";
import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";
import { once } from "../../values/once.ts";
import { answering } from "../answer.ts";
import { Failure, failure, outageOf, unavailable } from "../failure.ts";
import type { Reply } from "../handler.ts";
import { json } from "../json.ts";
import { bodyOf, type Layer, type Respond, type Trace } from "../layer.ts";
import { chooseRow, pathOf, queryOf } from "../routes.ts";
import type { Shared, World } from "../world.ts";
import { refuseForeign } from "./access.ts";
import { dataHandlers, snapshotHandlers } from "./data.ts";
import { type AnyControlHandler, answerWith, type ControlHandlers } from "./handler.ts";
import { healthHandlers } from "./health.ts";
import { isInspector, pageHandlers, pageHeaders, redirectHeaders } from "./page.ts";
import { requestHandlers } from "./requests.ts";
import { rowHandlers } from "./rows.ts";
import { clockHandlers, faultHandlers } from "./simulation.ts";
import { worldHandlers } from "./worlds.ts";

type ControlParts = World &
  Pick<Shared, "access" | "identity" | "newControlId" | "place" | "report" | "stop">;

/** How a world answers each operation of the control interface. */
function controlHandlers(parts: ControlParts): ControlHandlers {
  return {
    ...healthHandlers(parts),
    ...dataHandlers(parts),
    ...rowHandlers(parts.store),
    ...snapshotHandlers(parts.snapshots),
    ...requestHandlers(parts),
    ...faultHandlers(parts.faults),
    ...clockHandlers(parts),
    ...worldHandlers(parts.worlds, parts.place),
    stopServer() {
      parts.stop();
      return { status: 202 };
    },
    issueToken: async ({ body }) => answerWith(await parts.issuer.issue(body)),
    describeControl: once(async () => {
      const { controlDocument } = await import("./description.ts");
      return answerWith(await controlDocument(rowsOf(parts)));
    }),
    ...pageHandlers,
  };
}

/** A world has no worlds of its own. */
function rowsOf({ worlds }: Pick<World, "worlds">): readonly AnyControlOperation[] {
  return allControlOperations.filter((row) => worlds !== undefined || !("isOfServer" in row));
}

/** The API's own description, open to anyone. */
const description = { method: "GET", path: "/openapi.json" } as const;

/** Leads to the page for people. */
const bare = { method: "GET", path: bareControlPath } as const;

/** No web page may load an answer as a script, a style or an image. */
const notForPages = { "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" };

/** Answers the paths outside the API: the control interface, or without access only the description. */
export function controlling(parts: ControlParts): Layer {
  const { access, newControlId, report } = parts;
  const handlers = controlHandlers(parts);
  const rows = rowsOf(parts);

  function covers(path: string): boolean {
    if (path === description.path) return true;
    return access !== undefined && (path === bareControlPath || path.startsWith(controlPrefix));
  }

  async function carryOut(request: ApiRequest, trace: Trace): Promise<Reply<unknown>> {
    const path = pathOf(request.target);
    if (chooseRow([description], request.method, path) !== undefined) return describeApi();
    refuseForeign(request, access ?? {});
    if (chooseRow([bare], request.method, path) !== undefined) return { status: 308 };
    const chosen = chooseRow(rows, request.method, path.slice(controlPrefix.length));
    if (chosen === undefined) throw failure(404);
    const { parameters, row } = chosen;
    if (!("isConstant" in row)) await trace.known;
    const query = queryOf(request.target);
    const body = await bodyOf(request, trace);
    const { readCall } = await import("./read-call.ts");
    // The handler has the types of the row's own schemas, which have just checked the call.
    const handle = handlers[row.name] as AnyControlHandler;
    const { accept = "" } = request.headers;
    return handle(await readCall(row, { path: parameters, query, body, accept }));
  }

  const control = answering((request, trace) => carryOut(request, trace).catch(sayWhy), {
    newId: newControlId,
    report,
  });
  const answer: Respond = async (request, trace) => {
    const { headers, ...rest } = await control(request, trace);
    return { ...rest, headers: { ...headers, ...notForPages, ...(await furtherHeaders(request, rest)) } };
  };
  return (inner) => (request, trace) => {
    const respond = covers(pathOf(request.target)) ? answer : inner;
    return respond(request, trace);
  };
}

/** Only the page for people and the redirect to it have this. */
async function furtherHeaders(request: ApiRequest, { status }: Pick<ApiResponse, "status">) {
  if (status === 308) return redirectHeaders(request.target);
  return status === 200 && isInspector(request) ? pageHeaders() : {};
}

/** Whoever may control the server may know why its database can't be used. */
function sayWhy(error: unknown): never {
  const outage = outageOf(error);
  throw error instanceof Failure && outage
    ? unavailable({ headers: error.headers, message: outage.message })
    : error;
}

const describeApi = once(async (): Promise<Reply<unknown>> => {
  const { openapiDocument } = await import("../../contract/openapi.ts");
  return { status: 200, body: json(await openapiDocument()) };
});
