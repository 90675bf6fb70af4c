import { ConfigurationError } from "../errors.ts";
import { findOwner } from "./owner.ts";
import { openStore, type ReferenceStore, type StoreOptions } from "./store/open.ts";

/** Opens a store; where another server has the file, the ConfigurationError says which. */
export async function openOwned(options: StoreOptions): Promise<ReferenceStore> {
  try {
    return await openStore(options);
  } catch (error) {
    throw await nameOwner(error, options.path);
  }
}

/** Puts the server that has the file, if there is one, in the place of what it stood in the way of. */
export async function nameOwner(error: unknown, path: string): Promise<unknown> {
  const owner = await findOwner(path);
  if (!(error instanceof ConfigurationError) || owner === undefined) return error;
  const message = `the database ${path} is in use by the server at ${owner.url}, process ${owner.pid}`;
  return new ConfigurationError(message, {
    hint: "use that one, or start another beside it: payctl serve --port 0 --database FILE",
    cause: error,
  });
}
