// What the package managers Homebrew, Scoop and winget read, made from the data of a release.
import { stringify } from "yaml";

/** @typedef {import("./release-data.js").Release} Release */

const summary = "Administration command line for a payment orchestration service";
/** The schema of all three files: https://github.com/microsoft/winget-cli/tree/master/schemas */
const schema = "1.9.0";
const identifier = "Payctl.Payctl";
const licences = ["LICENSE", "BUN-LICENCES.txt", "THIRD-PARTY-LICENCES.txt"];

/**
 * Each by its name.
 * @param {Release} release
 * @returns {Readonly<Record<string, string>>}
 */
export function manifestsOf(release) {
  return {
    "payctl.rb": formula(release),
    "payctl.json": `${JSON.stringify(scoop(release), null, 2)}\n`,
    ...Object.fromEntries(winget(release).map(([name, content]) => [name, stringify(content)])),
  };
}

/**
 * Homebrew installs the package with its own Node, on macOS and Linux alike.
 * @param {Release} release
 */
function formula(release) {
  const { url, sum } = file(release, `payctl-${release.version}.tgz`);
  return `class Payctl < Formula
  desc "${summary}"
  homepage "${release.homepage}"
  url "${url}"
  sha256 "${sum}"
  license "${release.licence}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/payctl --version").strip
  end
end
`;
}

/** @param {Release} release */
function scoop(release) {
  const files = [executable(release), ...licences.map((name) => file(release, name))];
  // What follows the number sign is the name of the file once it is downloaded.
  const named = files.map(({ url }) => (url.endsWith(".exe") ? `${url}#/payctl.exe` : url));
  return {
    version: release.version,
    description: `${summary}.`,
    homepage: release.homepage,
    license: release.licence,
    architecture: {
      "64bit": { url: named, hash: files.map(({ sum }) => sum) },
    },
    bin: "payctl.exe",
  };
}

/**
 * @param {Release} release
 * @returns {readonly (readonly [string, object])[]}
 */
function winget(release) {
  const { url, sum } = executable(release);
  const head = { PackageIdentifier: identifier, PackageVersion: release.version };
  const tail = { ManifestVersion: schema };
  return [
    [`${identifier}.yaml`, { ...head, DefaultLocale: "en-US", ManifestType: "version", ...tail }],
    [
      `${identifier}.installer.yaml`,
      {
        ...head,
        InstallerType: "portable",
        Commands: ["payctl"],
        Installers: [{ Architecture: "x64", InstallerUrl: url, InstallerSha256: sum.toUpperCase() }],
        ManifestType: "installer",
        ...tail,
      },
    ],
    [
      `${identifier}.locale.en-US.yaml`,
      {
        ...head,
        PackageLocale: "en-US",
        Publisher: "payctl",
        PackageName: "payctl",
        PackageUrl: release.homepage,
        License: release.licence,
        LicenseUrl: file(release, "LICENSE").url,
        ShortDescription: summary,
        Description: release.description,
        ManifestType: "defaultLocale",
        ...tail,
      },
    ],
  ];
}

/** @param {Release} release */
function executable(release) {
  return file(release, `payctl-${release.version}-win-x64.exe`);
}

/**
 * @param {Release} release
 * @param {string} name
 */
function file({ downloads, sums }, name) {
  const sum = sums.get(name);
  if (sum === undefined) throw new Error(`the release has no ${name}`);
  return { url: `${downloads}/${name}`, sum };
}
