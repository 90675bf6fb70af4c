import { ConfigurationError } from "../errors.ts";
import { findOwner } from "./owner.ts";
import { openStore, type ReferenceStore, type StoreOptions } from "./store/open.ts";

/** Opens a store; where another server has the file, the ConfigurationError says which. */
export async function openOwned(options: StoreOptions): Promise<ReferenceStore> {
  try {
    return await openStore(options);
  } catch (error) {
    const owner = await findOwner(options.path);
    if (!(error instanceof ConfigurationError) || owner === undefined) throw error;
    const message = `the database ${options.path} is in use by the server at ${owner.url}, process ${owner.pid}`;
    throw new ConfigurationError(message, {
      hint: "use another file: payctl serve --database FILE",
      cause: error,
    });
  }
}
