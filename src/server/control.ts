import type { ApiRequest } from "../contract/exchange.ts";
import { chooseRow } from "./choose-row.ts";
import { type ControlAccess, refuseForeign } from "./control/access.ts";
import { type ControlRoute, controlPrefix } from "./control/route.ts";
import { failure } from "./failure.ts";
import type { Reply } from "./handler.ts";
import { json } from "./json.ts";
import { pathOf, queryOf } from "./routes.ts";

/** What answers beside the API. */
export interface Control {
  /** Whether a target is its own. */
  covers(target: string): boolean;
  /** Refusals are thrown as Failures. */
  answer(request: ApiRequest): Promise<Reply<unknown>>;
}

/** The API's own description, for anybody. */
const description = { method: "GET", path: "/openapi.json" } as const;

/** The control interface over these routes; without access only the description answers. */
export function createControl(routes: readonly ControlRoute[], access: ControlAccess | undefined): Control {
  return {
    covers(target) {
      const path = pathOf(target);
      return path === description.path || (access !== undefined && path.startsWith(controlPrefix));
    },
    async answer(request) {
      const path = pathOf(request.target);
      if (chooseRow([description], request.method, path) !== undefined) return describeApi();
      refuseForeign(request, access ?? {});
      const chosen = chooseRow(routes, request.method, path.slice(controlPrefix.length));
      if (chosen === undefined) throw failure(404);
      const query = queryOf(request.target);
      return chosen.row.answer({ path: chosen.parameters, query, body: request.body });
    },
  };
}

async function describeApi(): Promise<Reply<unknown>> {
  const { openapiDocument } = await import("../contract/openapi.ts");
  return { status: 200, body: json(await openapiDocument()) };
}
