import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { archiveManifestOf, configOf, indexOf, manifestOf } from "../../../tools/image/description.js";
import { createLayer, digestOf, packFolder } from "../../../tools/image/layers.js";

const folder = mkdtempSync(join(tmpdir(), "payctl-layers-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The same two files, made in one order or the other, at some time. */
function makeFiles(name: string, files: readonly string[], time: number): string {
  const place = join(folder, name);
  mkdirSync(join(place, "inner"), { recursive: true, mode: 0o755 });
  for (const file of files) {
    writeFileSync(join(place, "inner", file), file);
    chmodSync(join(place, "inner", file), 0o640);
    utimesSync(join(place, "inner", file), time, time);
  }
  return place;
}

const first = packFolder(makeFiles("first", ["a", "b"], 1_000_000_000), 7);

it("a layer does not depend on when and in which order its files were made", () => {
  expect(packFolder(makeFiles("second", ["b", "a"], 1_700_000_000), 7).equals(first)).toBe(true);
  expect(packFolder(join(folder, "second"), 8).equals(first)).toBe(false);
});

it("a layer has one owner, the time 0, the modes of its files, and not the folder itself", () => {
  const list = execFileSync("tar", ["--list", "--verbose", "--numeric-owner", "--utc"], { input: first });
  expect(list.toString().replace(/ +/g, " ").trim().split("\n")).toEqual([
    "drwxr-xr-x 7/7 0 1970-01-01 00:00 inner/",
    "-rw-r----- 7/7 1 1970-01-01 00:00 inner/a",
    "-rw-r----- 7/7 1 1970-01-01 00:00 inner/b",
  ]);
});

it("a layer is named by what is stored, and by what is in it", () => {
  const { data, digest, diffId } = createLayer("some files", first);
  expect([digestOf(data), digestOf(gunzipSync(data))]).toEqual([digest, diffId]);
});

const layer = createLayer("nothing", Buffer.alloc(1024));
const about = {
  description: "It pays",
  license: "MIT",
  repository: { url: "git+https://payctl.example/payctl.git" },
  version: "1.2.3",
};

it("the config names processors as images do, and no time of building", () => {
  const architectures = ["x64", "arm64"].map(
    (name) => JSON.parse(configOf(about, name, [layer])).architecture,
  );
  expect(architectures).toEqual(["amd64", "arm64"]);
  expect(configOf(about, "x64", [layer]).match(/\d{4}-\d\d-\d\d/g)).toEqual(["1970-01-01", "1970-01-01"]);
  expect(JSON.parse(configOf(about, "x64", [layer])).config.Labels).toMatchObject({
    "org.opencontainers.image.source": "https://payctl.example/payctl",
  });
});

it("the manifest names the config and each layer by digest and size", () => {
  const config = { digest: "sha256:00", size: 2 };
  expect(JSON.parse(manifestOf(config, [layer]))).toMatchObject({
    config,
    layers: [{ digest: layer.digest, size: layer.data.length }],
  });
});

it("the image has its name for those who keep images in containerd, and for those who do not", () => {
  const [entry] = JSON.parse(indexOf("1.2.3", { digest: "sha256:11", size: 3 })).manifests;
  expect(entry).toMatchObject({ digest: "sha256:11", size: 3 });
  expect(entry.annotations["io.containerd.image.name"]).toBe("docker.io/library/payctl:1.2.3");
  expect(JSON.parse(archiveManifestOf("1.2.3", { digest: "sha256:00" }, [layer]))).toEqual([
    {
      Config: "blobs/sha256/00",
      RepoTags: ["payctl:1.2.3"],
      Layers: [`blobs/sha256/${layer.digest.replace("sha256:", "")}`],
    },
  ]);
});
