import { vi } from "vitest";
import type { ReferenceServer, ReferenceServerOptions } from "../../../src/testing/api.ts";
import { startReferenceServer } from "../../../src/testing/testing.ts";
import { type Browser, openBrowser, type Page } from "../../helpers/browser.ts";
import { partFolder } from "../../parts/part.js";

export interface Opened {
  readonly width?: number;
  readonly scheme?: "dark" | "light";
  readonly permissions?: readonly string[];
}

/** A server, and a browser that inspects it. */
export interface Inspected {
  readonly server: ReferenceServer;
  readonly browser: Browser;
  /** Opens the page at an address within it. */
  open(hash?: string, opened?: Opened): Promise<Page>;
  /** Sends a request to the API with a token for everything. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<number>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** What pages have thrown, logged, or requested from other servers since the last call. */
  takeNoise(): readonly string[];
  close(): Promise<void>;
}

/** Milliseconds: far more than anything on the page takes, on a busy machine too. */
const patience = 60_000;

/** Resolves once a check passes; rejects as the check does. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: patience });
}

/** What a browser logs about an answer or a missing server, which the page can't prevent. */
const usual = /^Failed to load resource: /;

export async function inspect(options: ReferenceServerOptions = {}): Promise<Inspected> {
  // If the browser is missing, no server may be left for the test files after this one.
  const packages = partFolder("browser");
  const server = await startReferenceServer({ ...options });
  const browser = await openBrowser(packages);
  const token = await server.token({ scopes: ["*.read", "*.write"] });
  const noise: string[] = [];
  return {
    server,
    browser,
    async open(hash = "", { permissions = [], scheme = "light", width = 1280 } = {}) {
      const viewport = { width, height: 800 };
      const page = await browser.newPage({ viewport, colorScheme: scheme, permissions });
      page.setDefaultTimeout(patience);
      page.on("console", (message) => usual.test(message.text()) || noise.push(message.text()));
      page.on("pageerror", (error) => noise.push(error.message));
      page.on(
        "request",
        (request) =>
          request.url().startsWith(`${server.url}/`) || isInline(request) || noise.push(request.url()),
      );
      await page.goto(`${server.url}/_reference/${hash}`);
      return page;
    },
    async send(method, path, body, headers = {}) {
      const init = {
        method,
        // Bun's client repeats what is reset on a connection that it uses again.
        keepalive: false,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      // A simulated fault may leave no answer.
      const answer = await fetch(`${server.url}${path}`, init).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => {});
      return answer?.status ?? 0;
    },
    async control(method, path, body) {
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
      const answer = await fetch(`${server.url}/_reference/${path}`, init);
      return answer.status === 204 ? undefined : answer.json();
    },
    takeNoise: () => noise.splice(0),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** The icon is part of the page. */
function isInline(request: { url(): string }): boolean {
  return request.url().startsWith("data:");
}
