import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";
import { once } from "../../values/once.ts";
import { answering } from "../answer.ts";
import type { TokenIssuer } from "../authentication/issue.ts";
import { Failure, failure, outageOf, unavailable } from "../failure.ts";
import type { Reply } from "../handler.ts";
import { json } from "../json.ts";
import { bodyOf, type Layer, type Respond, type Trace } from "../layer.ts";
import { chooseRow, pathOf, queryOf } from "../routes.ts";
import type { Shared, World } from "../world.ts";
import { refuseForeign } from "./access.ts";
import { coverageRoute, exercisedRoutes } from "./coverage.ts";
import { dataRoutes, snapshotRoutes } from "./data-routes.ts";
import { descriptionRoute } from "./description-route.ts";
import { healthRoute } from "./health-route.ts";
import { inspectorRoute, isInspector, pageHeaders, redirectHeaders } from "./inspector-route.ts";
import { journalRoutes } from "./journal-routes.ts";
import { answerWith, bareControlPath, type ControlRoute, controlPrefix, readJson } from "./route.ts";
import { clockRoutes, faultRoutes } from "./simulation-routes.ts";
import { worldRoutes } from "./world-routes.ts";

type ControlParts = World & Pick<Shared, "access" | "identity" | "newControlId" | "place" | "report">;

/** Every route of a world's control interface. */
function controlRoutes(parts: ControlParts): readonly ControlRoute[] {
  return [
    healthRoute(parts),
    coverageRoute,
    ...dataRoutes(parts),
    ...snapshotRoutes(parts.snapshots),
    ...journalRoutes(parts),
    ...exercisedRoutes(parts.exercised),
    ...faultRoutes(parts.faults),
    ...clockRoutes(parts.sources),
    ...(parts.worlds === undefined ? [] : worldRoutes(parts.worlds, parts.place)),
    tokenRoute(parts.issuer),
    descriptionRoute(() => controlRoutes(parts)),
    inspectorRoute,
  ];
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
  const routes = controlRoutes(parts);

  function covers(path: string): boolean {
    if (path === description.path) return true;
    return access !== undefined && (path === bareControlPath || path.startsWith(controlPrefix));
  }

  async function carryOut(request: ApiRequest, trace: Trace): Promise<Reply<unknown>> {
    const path = pathOf(request.target);
    if (chooseRow([description], request.method, path) !== undefined) return describeApi();
    refuseForeign(request, access ?? {});
    if (chooseRow([bare], request.method, path) !== undefined) return { status: 308 };
    const chosen = chooseRow(routes, request.method, path.slice(controlPrefix.length));
    if (chosen === undefined) throw failure(404);
    if (!chosen.row.isConstant) await trace.refreshed;
    const query = queryOf(request.target);
    const body = await bodyOf(request, trace);
    const signal = request.signal ?? request.whenGone?.();
    return chosen.row.answer({ path: chosen.parameters, query, body, signal });
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
  throw error instanceof Failure && outage ? unavailable(error.headers, outage.message) : error;
}

const describeApi = once(async (): Promise<Reply<unknown>> => {
  const { openapiDocument } = await import("../../contract/openapi.ts");
  return { status: 200, body: json(await openapiDocument()) };
});

/** Signs a token, good or bad, for people who test against the server. */
function tokenRoute(issuer: TokenIssuer): ControlRoute {
  return {
    method: "POST",
    path: "tokens",
    async answer(call) {
      const { tokenRequest } = await import("./bodies.ts");
      return answerWith(await issuer.issue(readJson(call, tokenRequest)));
    },
  };
}
