import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";
import { anchorsOf, proseOf } from "../helpers/pages.ts";

const root = resolve(import.meta.dirname, "../..");

/** What is installed or built. */
const foreign = ["coverage", "dist", "dist-release", "dist-executable", "node_modules"];

/** Every Markdown file of the repository. */
const pages = filesBelow("").filter((path) => path.endsWith(".md"));

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !foreign.includes(name) && !name.startsWith("."))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

function linksOf(path: string): readonly string[] {
  const text = proseOf(path).replace(/`[^`\n]*`/g, "");
  const inText = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)];
  const inTags = [...text.matchAll(/\b(?:href|src|srcset)="([^"]+)"/g)];
  return [...inText, ...inTags].map(([, target = ""]) => target);
}

/** What is wrong with a link to another place in the repository; undefined if nothing. */
function problemOf(from: string, link: string): string | undefined {
  const [path = "", anchor] = link.split("#", 2);
  const target = path === "" ? from : relative(root, resolve(root, dirname(from), decodeURIComponent(path)));
  if (!existsSync(join(root, target))) return `${from}: there is no ${target}`;
  if (anchor === undefined || statSync(join(root, target)).isDirectory()) return undefined;
  return anchorsOf(target).has(anchor) ? undefined : `${from}: ${target} has no heading #${anchor}`;
}

it("the Markdown files of the repository are found", () => {
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/README.md", "src/README.md"]));
});

it.each(pages)("in %s, every link to a file or a heading leads somewhere", (path) => {
  const inner = linksOf(path).filter((link) => !/^[a-z][a-z0-9+.-]*:/i.test(link));
  expect(inner.flatMap((link) => problemOf(path, link) ?? [])).toEqual([]);
});

it.each(pages)("in %s, every link to elsewhere is encrypted", (path) => {
  expect(linksOf(path).filter((link) => link.startsWith("http:"))).toEqual([]);
});

it("the index of the documentation links to every guide, and to every page for developers", () => {
  const beside = pages.filter(
    (path) => /^docs\/(?:developers\/)?[^/]+\.md$/.test(path) && path !== "docs/README.md",
  );
  const linked = new Set(linksOf("docs/README.md").map((link) => `docs/${link.replace(/#.*/, "")}`));
  expect(beside.filter((path) => !linked.has(path))).toEqual([]);
});
