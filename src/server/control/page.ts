import { bareControlPath, controlPrefix } from "../../contract/control/operations.ts";
import type { ApiRequest } from "../../contract/exchange.ts";
import { once } from "../../values/once.ts";
import type { Reply } from "../handler.ts";
import type { Json } from "../json.ts";
import { chooseRow, pathOf } from "../routes.ts";

/** Most servers are never looked at, so the page loads when it is first requested. */
const loadPage = once(async () => (await import("../inspector/page.ts")).inspectorPage());

const page = { method: "GET", path: controlPrefix } as const;

/** Leads to it. */
const bare = { method: "GET", path: bareControlPath } as const;

/** Another server may be at this address tomorrow. */
const privateHeaders = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

export function isInspector({ method, target }: Pick<ApiRequest, "method" | "target">): boolean {
  return method === "GET" && [controlPrefix, bareControlPath].includes(pathOf(target));
}

/** The page for people, or a redirect to it; undefined for every other path. */
export async function showPage({ method, target }: ApiRequest): Promise<Reply<unknown> | undefined> {
  const row = chooseRow([page, bare], method, pathOf(target))?.row;
  if (row === undefined) return undefined;
  if (row === bare) {
    // Relative, so that it leads to the page of the same world.
    const location = `${controlPrefix.slice(1)}${target.slice(bareControlPath.length)}`;
    return { status: 308, headers: { ...privateHeaders, location } };
  }
  const { html, policy } = await loadPage();
  // No other page may show it in a frame, and no text may become HTML in it.
  const further = ["frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"];
  return {
    status: 200,
    type: "text/html; charset=utf-8",
    headers: { ...privateHeaders, "content-security-policy": [policy, ...further].join("; ") },
    // The only answer that is not JSON; its type says so.
    body: html as Json<unknown>,
  };
}
