// The page of licences: each text once, under the packages that it covers.

/** @typedef {import("./bundled-packages.js").BundledPackage} BundledPackage */

const introduction = `payctl is bundled with code of the packages below, as they are published on https://www.npmjs.com.
Each list of packages is followed by their licence.

The SQLite driver @photostructure/sqlite is not part of the bundle: npm installs it, with its licence, beside payctl.`;

/**
 * Code inside a package that the package's own licence does not speak of.
 * @type {Record<string, string>}
 */
const inside = {
  undici: `The parser inside undici is compiled from llhttp, https://github.com/nodejs/llhttp:

This software is licensed under the MIT License.

Copyright Fedor Indutny, 2018.

Permission is hereby granted, free of charge, to any person obtaining a
copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included
in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS
OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN
NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE
USE OR OTHER DEALINGS IN THE SOFTWARE.`,
};

/**
 * What a licence asks for beyond its text.
 * @type {Record<string, (found: BundledPackage) => string[]>}
 */
const duties = {
  // Section 4 (d) asks for a NOTICE, which jsbi does not have.
  "Apache-2.0": () => [],
  "BSD-3-Clause": () => [],
  ISC: () => [],
  MIT: () => [],
  // Section 3.2 (a) of the licence.
  "MPL-2.0": ({ name, source, version }) => [
    `payctl uses ${name} unchanged. Its source code is available under this licence: version ${version} at\n${source}`,
  ],
};

/** @param {readonly BundledPackage[]} packages */
export function licencesText(packages) {
  const texts = [...new Set(packages.map(({ text }) => text))];
  const sections = texts.map((text) => section(packages.filter((found) => found.text === text)));
  return `${[introduction, ...sections].join(`\n\n${"=".repeat(80)}\n\n`)}\n`;
}

/** @param {readonly BundledPackage[]} packages of one licence */
function section(packages) {
  const [{ text = "" } = {}] = packages;
  const names = packages.map(
    ({ licence, name, source, version }) => `${name} ${version} (${licence}), ${source}`,
  );
  const parts = packages.flatMap(({ name }) => inside[name] ?? []);
  return [names.join("\n"), ...packages.flatMap(duty), text, ...parts].join("\n\n");
}

/** @param {BundledPackage} found */
function duty(found) {
  const asks = duties[found.licence];
  if (asks === undefined) throw new Error(`${found.name}: what does ${found.licence} ask for?`);
  return asks(found);
}
