// Bun lets the environment decide which code runs, also in an executable that is made of it. Ours runs its own alone,
// and reports to nobody.

/** What it looks for; in the case of variables, with those that begin like that. */
const doors = [
  // Makes the executable run as Bun itself.
  "BUN_BE_BUN",
  // Gives it options, such as a module to load first.
  "BUN_OPTIONS",
  // Opens a debugger, in which whoever connects to it runs what they like.
  "BUN_INSPECT",
  // Send a report of a crash to the authors of Bun, or to any address.
  "BUN_ENABLE_CRASH_REPORTING",
  "BUN_CRASH_REPORT_URL",
  // Options of the engine, as in BUN_JSC_functionOverrides, that name a file with code or with options.
  "functionOverrides",
  "configFile",
  "diskCachePath",
];

/**
 * Bun that looks for names which nothing can have: they begin with a NUL.
 * @param {Buffer} bun
 */
export function closed(bun) {
  const copy = Buffer.from(bun);
  for (const name of doors) {
    const places = placesOf(bun, name);
    if (places.length === 0) throw new Error(`Bun no longer contains ${name}: look how it is called now`);
    for (const place of places) copy[place] = 0;
  }
  return copy;
}

/**
 * Where a name stands by itself: in C behind the end of a text, or at the end of a longer name, which shares its bytes;
 * in Rust beside others.
 * @param {Buffer} bytes
 * @param {string} name
 * @returns {readonly number[]}
 */
function placesOf(bytes, name) {
  const places = [];
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    const before = bytes.subarray(at - 4, at).toString("latin1");
    const isName = name.startsWith("BUN_") || before.endsWith("\0") || before === "JSC_";
    const isWhole = name.startsWith("BUN_") || bytes[at + name.length] === 0;
    if (isName && isWhole) places.push(at);
  }
  return places;
}
