import type { ApiRequest } from "../contract/exchange.ts";
import { isLoopback } from "../loopback.ts";
import { failure } from "./failure.ts";
import type { Reply } from "./handler.ts";
import { json } from "./json.ts";
import { splitTarget } from "./routes.ts";

/** A route beside the API's own operations. */
interface ControlRoute {
  readonly method: "DELETE" | "GET" | "POST" | "PUT";
  readonly path: string;
  answer(): Promise<Reply<unknown>>;
}

/** Everything below it steers the reference server; no path of the API begins so. */
const prefix = "/_reference/";

const routes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/openapi.json",
    async answer() {
      const { openapiDocument } = await import("../contract/openapi.ts");
      return { status: 200, body: json(await openapiDocument()) };
    },
  },
  {
    method: "GET",
    path: `${prefix}health`,
    answer: async () => ({ status: 200, body: json({ status: "ok" }) }),
  },
];

/** Whether a target belongs to the control interface instead of the API. */
export function isControl(target: string): boolean {
  const { path } = splitTarget(target);
  return path.startsWith(prefix) || routes.some((route) => route.path === path);
}

/** Answers a request to the control interface; refusals are thrown as Failures. */
export async function control({ headers, method, target }: ApiRequest): Promise<Reply<unknown>> {
  const { path } = splitTarget(target);
  if (path.startsWith(prefix)) refuseForeign(headers);
  const found = routes.filter((route) => route.path === path);
  if (found.length === 0) throw failure(404);
  const route = found.find((candidate) => candidate.method === method);
  if (route !== undefined) return route.answer();
  throw failure(405, { headers: { allow: found.map((candidate) => candidate.method).join(", ") } });
}

/** A web page, or a name that was bent to this machine, must not steer the server. */
function refuseForeign({ host, origin }: ApiRequest["headers"]): void {
  const name = host?.replace(/:\d+$/, "");
  if (origin === undefined && (name === undefined || isLoopback(name))) return;
  throw failure(403, { message: "The control interface is for programs on this machine" });
}
