import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorld } from "./world.ts";

/** The page that `payctl audit summary --html` writes about the demo company. */
export async function reportPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "payctl-tour-"));
  const world = await openWorld();
  try {
    const file = join(folder, "audit.html");
    await world.show(`payctl audit summary --since 30d --html ${file}`);
    return await readFile(file, "utf8");
  } finally {
    await world.close();
    await rm(folder, { recursive: true });
  }
}
