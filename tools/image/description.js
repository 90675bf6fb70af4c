// The documents of an OCI image: https://github.com/opencontainers/image-spec

/** @typedef {import("./layers.js").Layer} Layer */

/** Whom images without a system usually run as. */
export const user = 65_532;

/** Nothing in an image says when it was built, so that the same files make the same image. */
const created = "1970-01-01T00:00:00Z";

const layerType = "application/vnd.oci.image.layer.v1.tar+gzip";
const configType = "application/vnd.oci.image.config.v1+json";
const manifestType = "application/vnd.oci.image.manifest.v1+json";

/**
 * @typedef {object} Package
 * @property {string} description
 * @property {string} license
 * @property {{ url: string }} repository
 * @property {string} version
 */

/**
 * @param {Package} about its package.json
 * @param {string} architecture as Node names it
 * @param {readonly Layer[]} layers
 */
export function configOf({ description, license, repository, version }, architecture, layers) {
  return JSON.stringify({
    created,
    architecture: architecture === "x64" ? "amd64" : architecture,
    os: "linux",
    config: {
      User: `${user}:${user}`,
      ExposedPorts: { "4010/tcp": {} },
      Env: ["PATH=/usr/local/bin", "HOME=/data", "XDG_CONFIG_HOME=/data", "XDG_DATA_HOME=/data"],
      Entrypoint: ["payctl"],
      Cmd: ["serve", "--host", "0.0.0.0"],
      Volumes: { "/data": {} },
      WorkingDir: "/data",
      Labels: {
        "org.opencontainers.image.title": "payctl",
        "org.opencontainers.image.description": description,
        "org.opencontainers.image.licenses": license,
        "org.opencontainers.image.source": repository.url.replace(/^git\+|\.git$/g, ""),
        "org.opencontainers.image.version": version,
      },
      StopSignal: "SIGTERM",
    },
    rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ comment }) => ({ created, comment })),
  });
}

/**
 * @param {{ digest: string, size: number }} config
 * @param {readonly Layer[]} layers
 */
export function manifestOf(config, layers) {
  return JSON.stringify({
    schemaVersion: 2,
    mediaType: manifestType,
    config: { mediaType: configType, ...config },
    layers: layers.map(({ data, digest }) => ({ mediaType: layerType, digest, size: data.length })),
  });
}

/**
 * What leads to the manifest, with the name that the image has once it is loaded; one key is for containerd, one for the others.
 * @param {string} version
 * @param {{ digest: string, size: number }} manifest
 */
export function indexOf(version, manifest) {
  const annotations = {
    "io.containerd.image.name": `docker.io/library/${nameOf(version)}`,
    "org.opencontainers.image.ref.name": version,
  };
  return JSON.stringify({
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests: [{ mediaType: manifestType, ...manifest, annotations }],
  });
}

/**
 * What `docker load` reads where Docker does not keep its images in containerd: https://docs.docker.com/reference/cli/docker/image/save
 * @param {string} version
 * @param {{ digest: string }} config
 * @param {readonly Layer[]} layers
 */
export function archiveManifestOf(version, config, layers) {
  return JSON.stringify([
    {
      Config: blobPath(config.digest),
      RepoTags: [nameOf(version)],
      Layers: layers.map(({ digest }) => blobPath(digest)),
    },
  ]);
}

/**
 * Where a blob is in the layout.
 * @param {string} digest
 */
export function blobPath(digest) {
  return `blobs/${digest.replace(":", "/")}`;
}

/** @param {string} version */
function nameOf(version) {
  return `payctl:${version}`;
}
