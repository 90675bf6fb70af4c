import {
  allControlOperations,
  bareControlPath,
  controlOperations,
  controlPrefix,
} from "../../contract/control/operations.ts";
import type { ApiRequest } from "../../contract/exchange.ts";
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
import { showPage } from "./page.ts";
import { requestHandlers } from "./requests.ts";
import { rowHandlers } from "./rows.ts";
import { serverHandlers, worldHandlers } from "./server.ts";
import { clockHandlers, faultHandlers } from "./simulation.ts";

type ControlParts = World & Pick<Shared, "access" | "identity" | "newControlId" | "info" | "report" | "stop">;

/** How a world answers each operation of the control interface. */
function controlHandlers(parts: ControlParts): ControlHandlers {
  return {
    ...serverHandlers(parts),
    ...dataHandlers(parts),
    ...rowHandlers(parts.store),
    ...snapshotHandlers(parts.snapshots),
    ...requestHandlers(parts),
    ...faultHandlers(parts.faults),
    ...clockHandlers(parts),
    ...worldHandlers(parts),
    issueToken: async ({ body }) => answerWith(await parts.issuer.issue(body)),
  };
}

/** The API's own description, open to anyone. */
const description = { method: "GET", path: "/openapi.json" } as const;

/** No web page may load an answer as a script, a style or an image. */
const notForPages = { "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" };

/** Answers the paths outside the API: the control interface, or without access only the description. */
export function controlling(parts: ControlParts): Layer {
  const { access, newControlId, report, worlds } = parts;
  const handlers = controlHandlers(parts);
  // A world has no worlds of its own.
  const rows = allControlOperations.filter((row) => worlds !== undefined || !("isOfServer" in row));

  function covers(path: string): boolean {
    if (path === description.path) return true;
    return access !== undefined && (path === bareControlPath || path.startsWith(controlPrefix));
  }

  async function carryOut(request: ApiRequest, trace: Trace): Promise<Reply<unknown>> {
    const { headers, method, target } = request;
    const path = pathOf(target);
    if (chooseRow([description], method, path) !== undefined) return describeApi();
    refuseForeign(request, access ?? {});
    const page = await showPage(request);
    if (page !== undefined) return page;
    const chosen = chooseRow(rows, method, path.slice(controlPrefix.length));
    if (chosen === undefined) throw failure(404);
    const { parameters, row } = chosen;
    const isStop = row === controlOperations.stopServer;
    if (!isStop) await trace.known;
    const call = {
      path: parameters,
      query: queryOf(target),
      body: await bodyOf(request, trace),
      accept: headers["accept"] ?? "",
    };
    // The handler has the types of the row's own schemas, which check the call.
    const handle = handlers[row.name] as AnyControlHandler;
    // Stopping must work where the files of this program have been replaced: those not loaded by now are gone. Of a health
    // check, nothing has to be checked.
    const isPlain = row.method === "GET" && call.query.size === 0 && Object.keys(parameters).length === 0;
    if (isStop || isPlain) return handle({ ...call, query: {}, body: undefined, document: "" });
    const { readCall } = await import("./read-call.ts");
    return handle(await readCall(row, call));
  }

  const control = answering((request, trace) => carryOut(request, trace).catch(explainOutage), {
    newId: newControlId,
    report,
  });
  const answer: Respond = async (request, trace) => {
    const { headers, ...rest } = await control(request, trace);
    return { ...rest, headers: { ...headers, ...notForPages } };
  };
  return (inner) => (request, trace) => {
    const respond = covers(pathOf(request.target)) ? answer : inner;
    return respond(request, trace);
  };
}

/** Whoever may control the server may know why its database can't be used. */
function explainOutage(error: unknown): never {
  const outage = outageOf(error);
  throw error instanceof Failure && outage
    ? unavailable({ headers: error.headers, message: outage.message })
    : error;
}

const describeApi = once(async (): Promise<Reply<unknown>> => {
  const { openapiDocument } = await import("../../contract/openapi.ts");
  return { status: 200, body: json(await openapiDocument()) };
});
