// What the package says that the repository says otherwise.

/**
 * Links into the repository, from where the package has none of its pages.
 * @param {string} text
 * @param {{ version: string, repository: { url: string } }} manifest
 */
export function packedReadme(text, { repository, version }) {
  const address = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  return text.replace(/(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)]+)\)/g, (_, mark, label, path) => {
    const kind = mark === "" ? "blob" : "raw";
    return `${mark}${label}(${address}/${kind}/v${version}/${path})`;
  });
}

/**
 * npm says of each script that a package has whether it runs when it is installed.
 * @param {Record<string, unknown>} manifest
 */
export function packedManifest(manifest) {
  const ofWorkshop = ["devDependencies", "knip", "scripts"];
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => !ofWorkshop.includes(name)));
}
