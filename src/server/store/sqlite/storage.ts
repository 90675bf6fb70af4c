import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { once } from "../../../values/once.ts";
import type {
  Dataset,
  Image,
  ImageOptions,
  Outage,
  Storage,
  StoreSources,
  WorldStorage,
} from "../storage.ts";
import type { ReferenceStore } from "../store.ts";
import { type DataFolders, dataFolders, unlinked } from "./data-folders.ts";
import { openStore, type SqliteStore } from "./open.ts";
import { createSnapshots } from "./snapshot-folder.ts";
import { openWorldFolder } from "./world-folder.ts";

export interface SqliteStorageOptions extends StoreSources {
  /** An absolute path, or `:memory:`. */
  readonly database: string;
  readonly outage?: Outage | undefined;
}

/** A database file and what is stored next to it; an image is the path of such a file. */
export async function openSqliteStorage({
  database,
  outage,
  ...sources
}: SqliteStorageOptions): Promise<Storage> {
  const folders = dataFolders(database);
  // What can't be used is refused before anything is opened.
  if (folders.lasting) await Promise.all([folders.snapshots(), folders.worlds()]);
  const root = await openStore({ path: database, ...sources });
  const images = createImages(folders);
  return {
    lasting: folders.lasting,
    root: datasetOf(root, folders.snapshots, images),
    starting: (work) => work(),
    makeImage: images.make,
    dropImage: (image) => rm(image, { force: true }),
    hasImage: isThere,
    worlds: worldStorage(folders, images, outage),
    async close() {
      await root.close();
      await folders.remove();
    },
  };
}

interface Images {
  take(store: SqliteStore): Promise<Image>;
  make(options: ImageOptions, fill: (store: ReferenceStore) => Promise<void>): Promise<Image>;
}

function createImages(folders: DataFolders): Images {
  // Whatever a killed process has left there is of no use.
  const place = once(async () => {
    const path = await folders.images();
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  });
  const freshPath = async () => join(await place(), `${crypto.randomUUID()}.db`);

  async function take(store: SqliteStore): Promise<Image> {
    const path = await freshPath();
    await store.copyTo(path);
    return path;
  }

  return {
    take,
    async make({ from, sources }, fill) {
      const path = await freshPath();
      if (from !== undefined) await copyFile(from, path);
      const store = await openStore({ path, passing: true, ...sources });
      try {
        await fill(store);
        return await take(store);
      } finally {
        await store.close();
        await rm(path, { force: true });
      }
    },
  };
}

function datasetOf(store: SqliteStore, folder: () => Promise<string>, images: Images): Dataset {
  return {
    store,
    takeImage: () => images.take(store),
    openSnapshots: (wentBack) => createSnapshots({ store, folder, wentBack }),
  };
}

/** The most KiB of pages that all worlds together keep in memory. */
const allCaches = 32_768;

/** SQLite's default for one database. */
const largestCache = 2000;

/** A world's share; it halves when the number of worlds doubles, so that it rarely changes. */
function cacheOf(worlds: number): number {
  return Math.min(largestCache, 2 ** Math.floor(Math.log2(allCaches / Math.max(worlds, 1))));
}

/** Worlds in folders of their own; those that are open share the memory for pages. */
function worldStorage(folders: DataFolders, images: Images, outage: Outage | undefined): WorldStorage {
  const { lasting } = folders;
  const refuse = (reason: string) => outage?.refuses(reason);
  const folder = once(async () => openWorldFolder({ folder: await folders.worlds(), lasting, refuse }));
  const opened = new Set<SqliteStore>();
  let cache = largestCache;

  async function shareCache(): Promise<void> {
    const share = cacheOf(opened.size);
    if (share === cache) return;
    cache = share;
    await Promise.all([...opened].map((store) => store.setCache(share)));
  }

  async function closeStore(store: SqliteStore): Promise<void> {
    opened.delete(store);
    await store.close();
    await shareCache();
  }

  return {
    // Those in memory ended with their server.
    read: async () => (lasting ? (await folder()).read() : []),
    create: async (record, origin) => (await folder()).create(record, origin),
    rewrite: async (record) => (await folder()).rewrite(record),
    async remove(name) {
      await (await folder()).remove(name);
      return true;
    },
    async open(record, sources) {
      const files = (await folder()).filesOf(record.name);
      const secret = Buffer.from(record.secret, "base64");
      const store = await openStore({ path: files.data, secret, passing: !lasting, cache, ...sources });
      opened.add(store);
      await shareCache();
      const dataset = datasetOf(store, () => unlinked(files.snapshots), images);
      return { ...dataset, store: { ...store, close: () => closeStore(store) }, origin: files.origin };
    },
  };
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
