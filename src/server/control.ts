import type { ApiRequest } from "../contract/exchange.ts";
import { matchPath } from "../contract/path.ts";
import { type ControlAccess, refuseForeign } from "./control/access.ts";
import { type ControlRoute, controlPrefix } from "./control/route.ts";
import { failure } from "./failure.ts";
import type { Reply } from "./handler.ts";
import { json } from "./json.ts";
import { splitTarget } from "./routes.ts";

/** What answers beside the API. */
export interface Control {
  /** Whether a target is its own. */
  covers(target: string): boolean;
  /** Refusals are thrown as Failures. */
  answer(request: ApiRequest): Promise<Reply<unknown>>;
}

/** Where the API's own description is, for anybody. */
const descriptionPath = "/openapi.json";

/** The control interface over these routes; without access only the description answers. */
export function createControl(routes: readonly ControlRoute[], access: ControlAccess | undefined): Control {
  return {
    covers(target) {
      const { path } = splitTarget(target);
      return path === descriptionPath || (access !== undefined && path.startsWith(controlPrefix));
    },
    async answer(request) {
      const { path, query } = splitTarget(request.target);
      if (path === descriptionPath) return describeApi(request.method);
      refuseForeign(request, access ?? {});
      const found = routes.flatMap((route) => {
        const parameters = matchPath(controlPrefix + route.path, path);
        return parameters === undefined ? [] : [{ route, parameters }];
      });
      if (found.length === 0) throw failure(404);
      const chosen = found.find(({ route }) => route.method === request.method);
      if (chosen === undefined) throw notAllowed(found.map(({ route }) => route.method));
      return chosen.route.answer({ path: chosen.parameters, query, body: request.body });
    },
  };
}

async function describeApi(method: string): Promise<Reply<unknown>> {
  if (method !== "GET") throw notAllowed(["GET"]);
  const { openapiDocument } = await import("../contract/openapi.ts");
  return { status: 200, body: json(await openapiDocument()) };
}

function notAllowed(methods: readonly string[]) {
  return failure(405, { headers: { allow: methods.toSorted().join(", ") } });
}
