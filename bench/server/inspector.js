// How soon the inspector shows itself: from the start of the navigation to the browser's first paint of content.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { partFolder } from "../../test/parts/part.js";
import { median, row } from "../measure.js";
import { startServer } from "../processes.js";

/** Of the test part, not of this project. */
const packages = { chromium: "@sparticuz/chromium", launcher: "playwright-core" };

/** @param {import("../installed.js").Installed} payctl @param {number} rounds */
export async function measureInspector(payctl, rounds) {
  const server = await startServer(payctl, { database: payctl.path("inspected.db"), seed: {} });
  const require = createRequire(join(partFolder("browser"), "package.json"));
  const { default: chromium } = await import(pathToFileURL(require.resolve(packages.chromium)).href);
  const browser = await require(packages.launcher).chromium.launch({
    executablePath: await chromium.executablePath(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    const times = [];
    // The first page starts the browser's own processes.
    for (let round = 0; round <= rounds; round += 1) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(`${server.url}/_reference/`);
      const time = await page.evaluate(firstPaint);
      if (round > 0) times.push(time);
      await page.close();
    }
    return [row("the inspector, until a browser first paints it", median(times), { most: 100, unit: " ms" })];
  } finally {
    await browser.close();
  }
}

/** In the browser: milliseconds since the navigation began. */
const firstPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const found = list.getEntriesByName("first-contentful-paint");
    if (found.length > 0) resolve(found[0].startTime);
  }).observe({ type: "paint", buffered: true });
})`;
