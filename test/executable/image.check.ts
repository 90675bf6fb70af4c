import { execFileSync, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { digestOf } from "../../tools/image/layers.js";

const root = resolve(import.meta.dirname, "../..");
const layout = join(root, "dist-image");

const token = "0123456789abcdef0123456789abcdef";

/** A blob by its digest, which is checked. */
function blob(digest: string): Buffer {
  const data = readFileSync(join(layout, "blobs/sha256", digest.replace("sha256:", "")));
  expect(digestOf(data)).toBe(digest);
  return data;
}

const index = JSON.parse(readFileSync(join(layout, "index.json"), "utf8"));
const [{ digest }] = index.manifests;
const image = JSON.parse(blob(digest).toString());
const config = JSON.parse(blob(image.config.digest).toString());
const layers: readonly { readonly digest: string; readonly size: number }[] = image.layers;

/** Only root may make another folder the root, and run as another user there. */
const mayChangeRoot = process.getuid?.() === 0 && spawnSync("chroot", ["--version"]).status === 0;
const hasSkopeo = spawnSync("skopeo", ["--version"]).status === 0;

describe("the image", () => {
  it("the image is described by blobs with the digests and sizes that it names", () => {
    expect(JSON.parse(readFileSync(join(layout, "oci-layout"), "utf8"))).toEqual({
      imageLayoutVersion: "1.0.0",
    });
    for (const layer of layers) expect(blob(layer.digest).length).toBe(layer.size);
    expect(config.rootfs.diff_ids).toHaveLength(layers.length);
  });

  it("the image can be loaded by its name where images are not kept as OCI describes them", () => {
    const [archive] = JSON.parse(readFileSync(join(layout, "manifest.json"), "utf8"));
    expect(archive.RepoTags).toEqual([`payctl:${manifest.version}`]);
    const read = (path: string) => digestOf(readFileSync(join(layout, path)));
    expect(read(archive.Config)).toBe(image.config.digest);
    expect(archive.Layers.map(read)).toEqual(layers.map((layer) => layer.digest));
  });

  it("the image starts the server as a user without rights", () => {
    expect(config.config).toMatchObject({
      User: "65532:65532",
      Entrypoint: ["payctl"],
      Cmd: ["serve", "--host", "0.0.0.0"],
      Labels: { "org.opencontainers.image.version": manifest.version },
    });
  });

  it("the image takes less than 60 MB", () => {
    expect(layers.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(60e6);
  });

  it("the same executable makes the same image again", () => {
    execFileSync(process.execPath, ["tools/image/main.js"], { cwd: root });
    expect(JSON.parse(readFileSync(join(layout, "index.json"), "utf8"))).toEqual(index);
  }, 300_000);

  it.runIf(hasSkopeo)("the image is one that skopeo reads", () => {
    const told = JSON.parse(execFileSync("skopeo", ["inspect", `oci:${layout}`], { encoding: "utf8" }));
    expect(told).toMatchObject({ Digest: digest, Os: "linux", Layers: layers.map((layer) => layer.digest) });
  });
});

describe.runIf(mayChangeRoot)("the image, unpacked into an empty root", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "payctl-image-"));
    for (const layer of layers) {
      execFileSync("tar", ["--extract", "--gzip", "--preserve-permissions", "--directory", folder], {
        input: blob(layer.digest),
      });
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** As a container starts it, except for the isolation by the kernel. */
  function start(words: readonly string[], stdio: SpawnOptions["stdio"], more: Record<string, string> = {}) {
    const variables = config.config.Env.map((line: string) => line.split("="));
    const env = { ...Object.fromEntries(variables), ...more };
    const [entry] = config.config.Entrypoint;
    const program = [`--userspec=${config.config.User}`, folder, entry, ...words];
    // The PATH that finds payctl inside does not find chroot.
    const [chroot = "", unshare = "", sh = ""] = execFileSync("bash", ["-c", "type -P chroot unshare sh"], {
      encoding: "utf8",
    }).split("\n");
    // Every container has this folder, and Bun needs it.
    const mounting = '/bin/mkdir -p "$1/proc" && /bin/mount -t proc proc "$1/proc" && shift && exec "$@"';
    return spawn(unshare, ["--mount", sh, "-c", mounting, "sh", folder, chroot, ...program], { env, stdio });
  }

  it("the image lets its user write its data, and nothing else of its own", async () => {
    const folders = [".", "usr", "usr/local/bin", "etc", "data", "tmp"];
    const seen = await Promise.all(
      folders.map(async (name) => {
        const { mode, uid } = await stat(join(folder, name));
        return [name, uid, (mode & 0o7777).toString(8)];
      }),
    );
    expect(seen.slice(1)).toEqual([
      ["usr", 0, "755"],
      ["usr/local/bin", 0, "755"],
      ["etc", 0, "755"],
      ["data", 65532, "700"],
      ["tmp", 0, "1777"],
    ]);
    // The folder that it was unpacked into has kept its owner.
    expect(seen[0]?.[1]).toBe(0);
  });

  it("the image has the licences of all that it holds", async () => {
    const names = await readdir(join(folder, "usr/share/doc"));
    expect(names).toEqual(expect.arrayContaining(["libc6", "payctl"]));
    expect((await readdir(join(folder, "usr/share/doc/payctl"))).toSorted()).toEqual([
      "BUN-LICENCES.txt",
      "LICENSE",
      "THIRD-PARTY-LICENCES.txt",
    ]);
  });

  it("the image serves from there, lets the token steer, and does not show it", async () => {
    // An empty root belongs to its user: nobody else may enter it.
    execFileSync("chmod", ["0755", folder]);
    const words = [...config.config.Cmd, "--port", "0"];
    const server = start(words, ["ignore", "pipe", "pipe"], { PAYCTL_CONTROL_TOKEN: token });
    let said = "";
    server.stderr?.on("data", (part) => {
      said += part;
    });
    try {
      const [line] = await once(server.stdout ?? server, "data");
      said += line;
      const { url } = JSON.parse(String(line));
      const health = (headers: Record<string, string>) => fetch(`${url}/_reference/health`, { headers });
      expect((await health({})).status).toBe(403);
      const answer = await health({ authorization: `Bearer ${token}` });
      expect(JSON.parse(await answer.text())).toMatchObject({ status: "ok" });
      // The health check of a container.
      const [healthy] = await once(start(["serve", "status"], ["ignore", "ignore", "inherit"]), "exit");
      expect(healthy).toBe(0);
      const list = start(
        ["-p", "local", "buyers", "list", "--limit", "1", "-o", "id"],
        ["ignore", "pipe", "inherit"],
      );
      const [ids] = await once(list.stdout ?? list, "data");
      expect(String(ids)).toMatch(/^[\w-]{36}\n$/);
    } finally {
      server.kill("SIGTERM");
    }
    expect(await once(server, "exit")).toEqual([0, null]);
    expect(said).toContain("its control interface requires the token");
    expect(said).not.toContain(token);
  });
});
