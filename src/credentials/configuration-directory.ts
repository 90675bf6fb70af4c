import { posix, win32 } from "node:path";
import type { Environment } from "../values/environment.ts";

/** What decides where payctl keeps its files. */
interface Surroundings {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** The folder of `config.json` and of the stored keys. */
export function configurationDirectory({ env, platform, home }: Surroundings): string {
  const path = platform === "win32" ? win32 : posix;
  const own = env["PAYCTL_CONFIG_DIR"];
  if (own) return own;
  // The XDG base directory specification asks to ignore a relative path.
  const xdg = env["XDG_CONFIG_HOME"];
  if (xdg && path.isAbsolute(xdg)) return path.join(xdg, "payctl");
  if (platform !== "win32") return path.join(home, ".config", "payctl");
  return path.join(env["APPDATA"] || path.join(home, "AppData", "Roaming"), "payctl");
}
