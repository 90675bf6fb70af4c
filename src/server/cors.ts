import type { ApiRequest, ApiResponse } from "../contract/exchange.ts";
import { allOperations, merchantAccountHeader } from "../contract/operations.ts";
import { matchPath } from "../contract/path.ts";
import { parseUrl } from "../values/url.ts";
import type { Layer } from "./layer.ts";
import { pathOf } from "./routes.ts";

/** Every origin. */
const anyOrigin = "*";

/** Whether a text names one origin, as a browser sends it, or all of them. */
export function isOrigin(text: string): boolean {
  return text === anyOrigin || parseUrl(text)?.origin === text;
}

/**
 * Lets pages of other origins call the API (Fetch Standard, CORS): answers a browser's preflight requests, and adds
 * headers to other answers.
 */
export function allowingOrigins(origins: readonly string[]): Layer {
  const isAllowed = (origin: string) => origins.includes(anyOrigin) || origins.includes(origin);
  return (inner) => async (request, trace) => {
    const { host, origin } = request.headers;
    if (origin === undefined) return inner(request, trace);
    if (!isAllowed(origin)) {
      trace.isForeign = !isOriginOf(host, origin);
      return inner(request, trace);
    }
    if (isPreflight(request)) return preflight(request, origin);
    return withCorsHeaders(await inner(request, trace), origin);
  };
}

function isOriginOf(host: string | undefined, origin: string): boolean {
  const url = parseUrl(origin);
  return url !== undefined && url.host === host;
}

/** Whether a browser asks if a page may send a request. */
function isPreflight({ headers, method }: ApiRequest): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** Seconds for which a browser need not ask again. */
const maximumAge = "600";

function preflight({ headers, target }: ApiRequest, origin: string): ApiResponse {
  const rows = allOperations.filter(({ path }) => matchPath(path, pathOf(target)) !== undefined);
  const methods = (rows.length === 0 ? allOperations : rows).map(({ method }) => method);
  const asked = headers["access-control-request-headers"];
  return {
    status: 204,
    headers: {
      ...allow(origin),
      "access-control-allow-methods": [...new Set(methods)].toSorted().join(", "),
      "access-control-allow-headers": asked ?? `authorization, content-type, ${merchantAccountHeader}`,
      "access-control-max-age": maximumAge,
    },
    body: "",
  };
}

/** What a page may read besides the few headers that it always may. */
const exposed = "allow, date, retry-after, www-authenticate, x-not-implemented, x-request-id";

function withCorsHeaders(answer: ApiResponse, origin: string): ApiResponse {
  const headers = { ...answer.headers, ...allow(origin), "access-control-expose-headers": exposed };
  return { ...answer, headers };
}

/** The origin itself, so that no cache gives one origin's answer to another. */
function allow(origin: string) {
  return { "access-control-allow-origin": origin, vary: "Origin" };
}
