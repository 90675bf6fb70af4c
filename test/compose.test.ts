import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";

const root = resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(join(root, name), "utf8");

interface Service {
  readonly build?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition?: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly restart?: string;
}

const files = ["deploy/compose.yaml", "deploy/compose.postgres.yaml"];

function servicesOf(name: string): [string, Service][] {
  return Object.entries<Service>(parse(read(name), { merge: true }).services);
}

/** The services that are built from this repository. */
const ours = files.flatMap(servicesOf).filter(([, { build }]) => build !== undefined);

it.each(files)("%s sets only variables that are documented or its own", (name) => {
  const documented = read("docs/environment.md");
  const used = [...read(name).matchAll(/\bPAYCTL_\w+/g)].map(([variable]) => variable);
  expect(used).not.toEqual([]);
  expect(used.filter((variable) => !documented.includes(`\`${variable}\``))).toEqual([]);
});

it.each(files)("%s is reached from its own machine alone", (name) => {
  const ports = servicesOf(name).flatMap(([, service]) => service.ports ?? []);
  expect(ports).toEqual(["127.0.0.1:4010:4010"]);
});

it.each(files)("%s builds its servers in its own folder, where the package is packed to", (name) => {
  const folders = servicesOf(name).flatMap(([, { build }]) => build ?? []);
  expect(new Set(folders)).toEqual(new Set(["."]));
  expect(read(name)).toContain("#   npm run pack -- deploy\n");
});

it("a payctl in a compose file is checked as the image says", () => {
  const [, inImage = ""] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(read("deploy/Dockerfile")) ?? [];
  expect(ours).toHaveLength(3);
  for (const [, { healthcheck }] of ours) {
    expect(healthcheck?.test).toEqual(["CMD", ...JSON.parse(inImage)]);
  }
});

const text = read("deploy/compose.postgres.yaml");
const services = new Map(servicesOf("deploy/compose.postgres.yaml"));

it("every service waits until those that it needs are healthy", () => {
  const needs = [...services].flatMap(([name, { depends_on }]) =>
    Object.entries(depends_on ?? {}).map(([needed, { condition }]) => [name, needed, condition]),
  );
  expect(needs).toEqual([
    ["first", "database", "service_healthy"],
    ["second", "database", "service_healthy"],
    ["balancer", "first", "service_healthy"],
    ["balancer", "second", "service_healthy"],
  ]);
});

it("every service comes back after the machine was restarted", () => {
  expect([...services.values()].map(({ restart }) => restart)).toEqual(
    [...services].map(() => "unless-stopped"),
  );
});

it("the database counts as healthy once it takes connections from other containers", () => {
  expect(services.get("database")?.healthcheck?.test).toContain("--host");
});

it("the balancer leads to every server", () => {
  const named = [...text.matchAll(/^ *server (\w+) (\w+):4010$/gm)].map(([, name, host]) => [name, host]);
  const servers = [...services].filter(([, { build }]) => build !== undefined).map(([name]) => [name, name]);
  expect(named).toEqual(servers);
});

it("a second file gives the balancer a certificate, which is neither committed nor part of an image", () => {
  const overlay = parse(read("deploy/compose.tls.yaml"));
  const { environment, secrets } = overlay.services.balancer;
  expect(Object.keys(overlay.services)).toEqual(["balancer"]);
  expect([environment, secrets]).toEqual([{ CERTIFICATE: "/run/secrets/certificate" }, ["certificate"]]);
  expect(text).toMatch(/^ *\.if defined\(CERTIFICATE\)\n *bind :4010 ssl crt "\$\$\{CERTIFICATE\}"/m);
  expect(read(".gitignore").split("\n")).toContain(`/deploy/${overlay.secrets.certificate.file}`);
});

it("the secrets come from a file that is neither committed nor part of an image", () => {
  expect(text).toContain("> deploy/.env");
  expect(read(".gitignore").split("\n")).toContain("/deploy/.env");
  expect(read("deploy/.dockerignore").split("\n")).toEqual(["*", "!payctl-*.tgz", ""]);
});
