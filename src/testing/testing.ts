import { keepTimers } from "../values/timers.ts";
import type * as api from "./api.ts";

export type * from "./api.ts";

// Before a test puts others in their place.
keepTimers();

// Each half is loaded when it is called: a suite that connects needs no server.

export const startReferenceServer: typeof api.startReferenceServer = async (options = {}) => {
  refuseBrowser();
  const { createReferenceServer } = await import("./start.ts");
  return createReferenceServer(options);
};

export const connectReferenceServer: typeof api.connectReferenceServer = async (url, options = {}) => {
  refuseBrowser();
  const { connectTo } = await import("./connect.ts");
  return connectTo(url, options);
};

/** An environment that imitates a browser, as jsdom does, hides what Node has. */
function refuseBrowser(): void {
  const names = ["TextDecoder", "TextEncoder", "fetch", "Request", "Response", "AbortSignal"];
  const missing = names.find((name) => !(name in globalThis));
  if (missing === undefined) return;
  const cure = 'with Jest, set testEnvironment: "node", or begin the file with /** @jest-environment node */';
  throw new Error(`payctl/testing needs ${missing} of Node, which this environment hides; ${cure}`);
}
