// What prevents a release of the source as it is.

/**
 * @param {string} tag
 * @param {{ version: string, homepage: string, bugs: { url: string }, repository: { url: string } }} about its package.json
 * @param {string} changelog
 * @returns {readonly string[]}
 */
export function problemsOf(tag, { bugs, homepage, repository, version }, changelog) {
  const addresses = { homepage, "bugs.url": bugs.url, "repository.url": repository.url };
  const problems = Object.entries(addresses)
    // RFC 2606 reserves these names: they lead nowhere.
    .filter(([, address]) => /^(?:.*\.)?(?:example(?:\.\w+)?|invalid|test)$/.test(hostOf(address)))
    .map(([name, address]) => `package.json: ${name} is a placeholder: ${address}`);
  if (tag !== `v${version}`)
    problems.push(`the tag is ${tag || "missing"}, and package.json says ${version}`);
  const heading = changelog.split("\n").find((line) => line.startsWith(`## ${version} `)) ?? "";
  if (!/ - \d{4}-\d\d-\d\d$/.test(heading)) problems.push(`CHANGELOG.md: no heading '## ${version} - DATE'`);
  return problems;
}

/** @param {string} address */
function hostOf(address) {
  return new URL(address.replace(/^git\+/, "")).hostname;
}
