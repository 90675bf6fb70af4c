/**
 * Loads a module that hooks itself into the signals of the process, and takes its hooks out again: the first signal
 * asks a command for an orderly end, and such a hook would end the process there and then.
 */
export async function importUnhooked<Module>(load: () => Promise<Module>): Promise<Module> {
  const before = new Set(signalListeners().map(({ listener }) => listener));
  const module = await load();
  for (const { listener, name } of signalListeners()) {
    // Node types a listener that it hands out less exactly than one that it takes.
    if (!before.has(listener)) process.off(name, listener as () => void);
  }
  return module;
}

function signalListeners() {
  const names = process.eventNames().filter((name) => String(name).startsWith("SIG"));
  return names.flatMap((name) => process.rawListeners(name).map((listener) => ({ name, listener })));
}
