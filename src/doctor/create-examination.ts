import { getCredential } from "../connect-api.ts";
import type { Context } from "../context.ts";
import { resolveSettings } from "../credentials/resolve-settings.ts";
import { requireBaseUrl, type Settings } from "../credentials/settings.ts";
import { once } from "../values/once.ts";
import type { Examination } from "./examination.ts";
import { createNetwork } from "./network.ts";
import { createService } from "./service.ts";

/** Takes the world apart into what can be examined; nothing is done before a part is asked for. */
export async function createExamination(context: Context): Promise<Examination> {
  const { globals, host } = context;
  const [profiles, keyFiles, probes] = await Promise.all([
    context.profiles(),
    context.keyFiles(),
    host.probes(),
  ]);
  const contents = once(() => profiles.contents());
  const resolve = async (baseUrl: string | undefined): Promise<Settings> =>
    resolveSettings({
      globals: { ...globals, baseUrl },
      env: host.env,
      profiles: await contents(),
      keyPath: keyFiles.pathOf,
    });
  // A sound address stands in for one that may be wrong.
  const settings = once(() => resolve("https://localhost"));
  const baseUrl = once(async () => {
    await settings();
    return requireBaseUrl(await resolve(globals.baseUrl));
  });
  const credential = once(() => getCredential({ ...context, settings }));
  const parts = { context, probes, contents, settings, baseUrl, credential };
  const network = createNetwork(parts);
  return { ...parts, ...network, ...createService({ ...parts, ...network }) };
}
