import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";

/** Whether this machine has the `script` that opens a terminal for a command: util-linux, not the one of BSD. */
export const hasPseudoTerminals = /util-linux/.test(versionOfScript());

function versionOfScript(): string {
  try {
    return execFileSync("script", ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}

interface Session {
  /** What the shell runs. */
  readonly command: string;
  /** Width of the terminal in cells. */
  readonly columns: number;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Called with each piece of what the terminal shows; types what it returns. */
  readonly react?: (shown: string) => string | undefined;
}

export interface Screen {
  readonly code: number | null;
  readonly shown: string;
}

/** Runs a shell command on a real terminal of its own. */
export async function onTerminal({ command, columns, env, cwd, react }: Session): Promise<Screen> {
  const script = `stty cols ${columns} rows 50 && ${command}`;
  const child = spawn("script", ["-qec", script, "/dev/null"], {
    env,
    cwd,
    stdio: ["pipe", "pipe", "inherit"],
  });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    // In a long session, only its beginning matters.
    if (shown.length < 1_000_000) shown += piece;
    const typed = react?.(piece);
    if (typed !== undefined) child.stdin.write(typed);
  });
  const [code] = await once(child, "close");
  return { code, shown };
}
