import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { bundledPackages } from "../../../tools/bundle/bundled-packages.js";
import { packageOptions } from "../../../tools/bundle/options.js";

const root = resolve(import.meta.dirname, "../../..");
const { stdout } = await promisify(execFile)(process.execPath, ["tools/bundle/sbom.js"], { cwd: root });
const { bomFormat, components, dependencies, metadata } = JSON.parse(stdout);
const names: string[] = components.map(({ "bom-ref": name }: { readonly "bom-ref": string }) => name);

it("the bill of materials is a CycloneDX document about payctl", () => {
  expect([bomFormat, metadata.component.name]).toEqual(["CycloneDX", "payctl"]);
});

it("the bill of materials lists the driver with what it needs, and each package in the bundle", async () => {
  const bundled = (await bundledPackages(packageOptions)).map(({ name, version }) => `${name}@${version}`);
  const driver = ["@photostructure/sqlite@1.2.1", "node-addon-api@8.9.2", "node-gyp-build@4.8.4"];
  expect(names.toSorted()).toEqual([...bundled, ...driver].toSorted());
});

it("the bill of materials speaks of no package that it does not list", () => {
  const spokenOf = dependencies.flatMap(
    ({ dependsOn, ref }: { readonly dependsOn: readonly string[]; readonly ref: string }) => [
      ref,
      ...dependsOn,
    ],
  );
  expect(new Set(spokenOf)).toEqual(new Set([metadata.component["bom-ref"], ...names]));
});
