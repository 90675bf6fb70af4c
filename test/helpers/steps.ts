import { Session } from "node:inspector";
import { once } from "../../src/values/once.ts";

/** What V8 counts: how often each block of each function has run. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/**
 * The steps that our own code has taken since the last call: each run of a function, and of each branch and loop in it,
 * is one. Only what is imported after the first call is counted in full, so a test that counts imports the source by
 * `import()`, in a process of its own.
 */
export async function countSteps(work: () => unknown): Promise<number> {
  const take = startCounting();
  await work();
  return take();
}

const startCounting = once(() => {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return (): number => {
    let steps = 0;
    // It calls back before it returns.
    session.post("Profiler.takePreciseCoverage", (error, coverage) => {
      if (error) throw error;
      steps = sum(coverage as Coverage);
    });
    return steps;
  };
});

function sum({ result }: Coverage): number {
  return result
    .filter(({ url }) => url.includes("/src/"))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((total, { count }) => total + count, 0);
}
