import { inspectorPage } from "../../src/server/inspector/page.ts";
import { startReferenceServer } from "../../src/testing/testing.ts";
import type { Browser, Page } from "../../test/helpers/browser.ts";
import type { Photograph } from "./photograph.ts";

/** A view of the inspector, and what is done before it is photographed. */
interface View extends Omit<Photograph, "file"> {
  readonly name: string;
  readonly address: string;
  prepare?(page: Page): Promise<void>;
}

const wide = { width: 1280, height: 760 } as const;
const low = { width: 1280, height: 560 } as const;
const phone = { width: 400, height: 760 } as const;

async function openNewest(page: Page): Promise<void> {
  await page.getByRole("link", { name: /POST/ }).first().click();
  await page.getByRole("region", { name: "Answer" }).waitFor();
}

const views: readonly View[] = [
  { name: "requests", address: "#/requests", viewport: wide, prepare: openNewest },
  { name: "requests-dark", address: "#/requests", viewport: wide, colorScheme: "dark", prepare: openNewest },
  { name: "requests-narrow", address: "#/requests", viewport: phone },
  {
    name: "data",
    address: "#/data/buyers",
    viewport: wide,
    prepare: (page) => page.getByRole("link", { name: /Mary Somerville/ }).click(),
  },
  { name: "faults", address: "#/faults", viewport: low },
  { name: "clock", address: "#/clock", viewport: low },
  { name: "snapshots", address: "#/snapshots", viewport: low },
  { name: "worlds", address: "#/worlds", viewport: low },
];

/** Every picture of the inspector. */
export const inspectorPhotographs: readonly Photograph[] = views.map(({ colorScheme, name, viewport }) => ({
  file: `docs/pictures/inspector-${name}.png`,
  viewport,
  ...(colorScheme === undefined ? {} : { colorScheme }),
}));

/** What the pictures depend on: the page, and what is shown in it. */
export async function inspectorSource(): Promise<string> {
  const { html } = await inspectorPage();
  return html + JSON.stringify(views.map(({ address, name, viewport }) => [address, name, viewport]));
}

/** Photographs every view of a server in use. */
export async function photographInspector(browser: Browser): Promise<readonly Buffer[]> {
  const server = await startReferenceServer();
  try {
    await use(server.url, await server.token({ scopes: ["*.read", "*.write"] }));
    const pictures: Buffer[] = [];
    for (const { address, colorScheme = "light", prepare, viewport } of views) {
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce" });
      await page.goto(`${server.url}/_reference/${address}`);
      await page.getByText("live", { exact: true }).waitFor();
      await prepare?.(page);
      pictures.push(await page.screenshot());
      await page.close();
    }
    return pictures;
  } finally {
    await server.close();
  }
}

/** What an application under test does, and what is done to it. */
async function use(url: string, token: string): Promise<void> {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const init = {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    await fetch(`${url}${path}`, init)
      .then((answer) => answer.text())
      .catch(() => {});
  };
  const control = (method: string, path: string, body?: unknown) =>
    send(method, `/_reference/${path}`, body, { authorization: "" });
  await control("PUT", "snapshots/before-checkout");
  await send("GET", "/buyers?limit=20");
  await send("GET", "/audit-logs?limit=5&action=created");
  await send("POST", "/merchant-accounts", { id: "shop-oslo", display_name: "Shop Oslo" });
  await send("GET", "/buyer");
  await send("GET", "/buyers", undefined, { "x-service-merchant-account-id": "difference-euro" });
  await control("POST", "faults", [
    { operation: "listBuyers", status: 503, times: 1 },
    { operation: "registerDomain", status: "reset", times: 2, after: true },
  ]);
  for (let sent = 0; sent < 12; sent += 1) await send("GET", "/buyers?limit=20");
  await send("GET", "/buyers?limt=20");
  await send("POST", "/merchant-accounts", { id: "shop-rome", display_name: "Shop Rome" });
  for (const world of ["refunds-test", "checkout-test"]) {
    await control("PUT", `worlds/${world}`);
    await send("GET", `/_worlds/${world}/buyers?limit=20`);
    await send("GET", `/_worlds/${world}/buyer`);
  }
  await control("DELETE", "faults");
  await control("POST", "faults", [
    { method: "GET", path: "/audit-logs", status: 429, times: 2, retry_after: 3 },
    { operation: "registerDomain", status: "reset", times: 2, after: true },
  ]);
  await control("POST", "reset");
  await send("GET", "/audit-logs?limit=5");
  await send("POST", "/merchant-accounts", {
    id: "Shop Rome!",
    display_name: "Shop Rome",
    over_capture_amount: "much",
    loyalty_tier: "gold",
  });
}
