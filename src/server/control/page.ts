import { bareControlPath, controlPrefix } from "../../contract/control/operations.ts";
import type { ApiRequest } from "../../contract/exchange.ts";
import { once } from "../../values/once.ts";
import type { Json } from "../json.ts";
import { pathOf } from "../routes.ts";
import type { ControlHandlers } from "./handler.ts";

/** Most servers are never looked at, so the page loads when it is first requested. */
const loadPage = once(async () => (await import("../inspector/page.ts")).inspectorPage());

/** The page for people; everything it does goes through the other routes. */
export const pageHandlers: Pick<ControlHandlers, "showInspector"> = {
  async showInspector() {
    const { html } = await loadPage();
    // The only answer that is not JSON; its headers say so.
    return { status: 200, body: html as Json<undefined> };
  },
};

export function isInspector({ method, target }: Pick<ApiRequest, "method" | "target">): boolean {
  return method === "GET" && [controlPrefix, bareControlPath].includes(pathOf(target));
}

/**
 * For a missing slash: relative, so that it leads to the page of the same world. A browser must not remember it for
 * whatever answers at this address tomorrow.
 */
export function redirectHeaders(target: string): Readonly<Record<string, string>> {
  const query = target.slice(bareControlPath.length);
  return {
    location: `${controlPrefix.slice(1)}${query}`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  };
}

/** No other page may show it in a frame, and no text may become HTML in it. */
export async function pageHeaders(): Promise<Readonly<Record<string, string>>> {
  const { policy } = await loadPage();
  const further = ["frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [policy, ...further].join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  };
}
