import { makeChoices } from "./choices.ts";
import type { Globals } from "./commands/globals.ts";
import type { Context, Host } from "./context.ts";
import { secretFields } from "./contract/secret-fields.ts";
import { configurationDirectory } from "./credentials/configuration-directory.ts";
import { openProfiles } from "./credentials/open-profiles.ts";
import { UsageError } from "./errors.ts";
import { createOutput } from "./terminal/create-output.ts";
import type { Prompter } from "./terminal/prompter.ts";
import { stringifyJson } from "./values/json.ts";
import { once } from "./values/once.ts";

/** What one command may touch; every part is made, and its code loaded, when it is first asked for. */
export function createContext(host: Host, globals: Globals): Context {
  const { env, platform, stdout, stderr } = host;
  const choices = makeChoices(globals, host);
  const { format, color, debug } = choices;
  const directory = configurationDirectory({ env, platform, home: host.homeDirectory });
  const context: Context = {
    host,
    globals,
    get interactive() {
      return choices.interactive;
    },
    debug,
    output: createOutput({
      stdout,
      stderr,
      env,
      now: host.now,
      later: host.later,
      format,
      fields: globals.fields,
      query: globals.query,
      color,
      quiet: globals.quiet ?? false,
      reveal: globals.reveal ?? false,
      secretFields,
      json: { stringify: stringifyJson },
    }),
    settings: once(async () => (await import("./connect-api.ts")).getSettings(context, directory)),
    credential: once(async () => (await import("./connect-api.ts")).getCredential(context)),
    api: once(async () => (await import("./connect-api.ts")).connectApi(context)),
    profiles: once(async () => openProfiles({ directory })),
    keyFiles: once(async () => {
      return (await import("./credentials/open-key-files.ts")).openKeyFiles({ directory, platform });
    }),
    prompter: once(async () => {
      if (!choices.interactive) throw nobodyThere();
      return openPrompter(host, color);
    }),
  };
  return context;
}

async function openPrompter(host: Host, color: "auto" | "always" | "never"): Promise<Prompter> {
  const [{ createPrompter }, { openPaint, wantsColor }] = await Promise.all([
    import("./terminal/prompter.ts"),
    import("./terminal/paint.ts"),
  ]);
  const { stdin, stderr, env } = host;
  return createPrompter({ stdin, stderr, paint: await openPaint(wantsColor(color, stderr, env)) });
}

function nobodyThere(): UsageError {
  return new UsageError("an answer is needed and nobody is there to give it", {
    hint: "answer by flags; --help names them",
  });
}
