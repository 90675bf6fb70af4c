import { expect, it } from "vitest";
import { bodyOf } from "../../helpers/body-of.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const reference = await shared(startReference());

const yaml = "- {id: shop-1, display_name: Shop, updater_client_key: {file: k.txt}}\n";
const csv = "id,display_name,updater_client_key\nshop-1,Shop,file:k.txt\n";
const object = "{id: shop-1, display_name: Shop, updater_client_key: {file: k.txt}}\n";

const inputs = [
  ["a YAML list", "merchants apply -f a.yaml", { "a.yaml": yaml }],
  ["a CSV", "merchants apply -f a.csv", { "a.csv": csv }],
  ["merchants create", "merchants create -f a.yaml", { "a.yaml": object }],
] as const;

/** UTF-16, little-endian. */
const wide = (text: string) => Buffer.from(text, "utf16le");

const contents = [
  ["nothing", "", "the file k.txt is empty"],
  ["a line end alone", "\n", "the file k.txt is empty"],
  ["two line ends of Windows", "\r\n\r\n", "the file k.txt is empty"],
  ["a byte order mark alone", "\ufeff", "the file k.txt is empty"],
  ["UTF-16 without a mark", wide("hush\n"), "the file k.txt is not UTF-8 text"],
  ["no text", Buffer.from([0xff, 0xc0]), "the file k.txt is not UTF-8 text"],
] as const;

it.each(
  inputs.flatMap(([where, line, files]) =>
    contents.map(
      ([what, content, problem]) => [what, where, line, { ...files, "k.txt": content }, problem] as const,
    ),
  ),
)("a reference to a file with %s is refused in %s", async (_what, _where, line, files, problem) => {
  const ran = await run(line, { reference, files });
  expect(ran).toMatchObject({ code: 2, requests: [], stdout: "" });
  expect(JSON.parse(ran.stderr).error.fields).toEqual([expect.objectContaining({ message: problem })]);
});

it.each([
  ["a line end", "hush\n"],
  ["two line ends", "hush\n\n"],
  ["two line ends of Windows", "hush\r\n\r\n"],
  ["a byte order mark", "\ufeffhush"],
  ["UTF-16 with a mark", wide("\ufeffhush\n")],
])("a reference to a file gives its text, without %s", async (_, content) => {
  const files = { "a.yaml": yaml, "k.txt": content };
  const ran = await run("merchants apply -f a.yaml", { reference, files });
  expect(bodyOf(ran)).toMatchObject({ updater_client_key: "hush" });
});

it.each([
  ["env: in a CSV", "a.csv", csv.replace("file:k.txt", "env:"), "env: names nothing"],
  ["file: in a CSV", "a.csv", csv.replace("k.txt", ""), "file: names nothing"],
  ["an empty name", "a.yaml", yaml.replace("file: k.txt", "env: ''"), "env: names nothing"],
])("a reference without a name is refused, also by a dry run: %s", async (_, name, text, message) => {
  for (const mode of ["", " --dry-run"]) {
    const ran = await run(`merchants apply -f ${name}${mode}`, { reference, files: { [name]: text } });
    expect(ran).toMatchObject({ code: 2, requests: [], stdout: "" });
    expect(JSON.parse(ran.stderr).error.fields).toEqual([expect.objectContaining({ message })]);
  }
});

const lacking = [
  "- {id: shop-1, display_name: One, updater_client_key: {env: NAME}, updater_secret_key: {file: k.txt}}",
  "- {id: shop-2, display_name: Two, updater_client_key: {env: NAME}, updater_secret_key: {file: gone.txt}}",
].join("\n");

it("a dry run notes once what its references lack, and ends as if it were there", async () => {
  const options: RunOptions = { reference, files: { "a.yaml": lacking, "k.txt": "" } };
  const line = "merchants apply -f a.yaml --exit-code";
  const rehearsed = await run(`${line} --dry-run`, options);
  expect(rehearsed).toMatchObject({ code: 12, requests: [] });
  const lacks = [
    "the variable NAME is not set",
    "the file k.txt is empty",
    "the file gone.txt can't be read",
  ];
  for (const missing of lacks) {
    expect(rehearsed.stderr.split(`${missing}; only a dry run does without it\n`)).toHaveLength(2);
  }
  expect(rehearsed.stdout).not.toContain("unresolved");
  expect((await run(line, options)).code).toBe(2);
  const one = "{id: shop-1, display_name: One, updater_client_key: {env: NAME}}";
  const stderr = "the variable NAME is not set; only a dry run does without it\n";
  const created = await run("merchants create -f a.yaml --dry-run", { reference, files: { "a.yaml": one } });
  expect(created).toMatchObject({ code: 0, stderr });
});
