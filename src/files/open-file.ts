import { spawn } from "node:child_process";
import { childEnvironment } from "../values/environment.ts";

/** The programs that open a file as a double click would, and the words before the path. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Milliseconds after which an opener that still runs has become the browser itself. */
const longestWait = 3000;

/** Opens a file with the program that the desktop has for it, and does not wait for that to end. */
export function openFile(path: string, platform: NodeJS.Platform): Promise<void> {
  const [program, ...words] = openers[platform] ?? ["xdg-open"];
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...words, path], {
      detached: true,
      env: childEnvironment(process.env),
      stdio: "ignore",
    });
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      child.unref();
      if (error === undefined) resolve();
      else reject(error);
    };
    const timer = setTimeout(settle, longestWait);
    child.once("error", settle);
    child.once("exit", (code) =>
      settle(code === 0 ? undefined : new Error(`${program} exited with ${code}`)),
    );
  });
}
