/** A named target. Nothing in it is secret. */
export interface Profile {
  readonly baseUrl: string;
  readonly merchantAccount?: string;
  /** Thumbprint of a stored key. */
  readonly key?: string;
  /** A key file outside the store. */
  readonly keyFile?: string;
  readonly protected?: boolean;
}

/** Everything that `config.json` holds. */
export interface ProfileContents {
  /** The profile that is used when none is named. */
  readonly current: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
}

/** A profile and all that is decided about it at once. */
export interface SavedProfile {
  readonly name: string;
  readonly profile: Profile;
  /** Whether it may take the place of a profile of the same name. */
  readonly replace: boolean;
  /** Whether it becomes the current one. */
  readonly use: boolean;
}

/** The profiles of `config.json`. Every change is atomic and safe against parallel writers. */
export interface ProfileStore {
  /** Where the file is. */
  readonly path: string;
  /** Throws ConfigurationError when the file is damaged, as every other method does. */
  contents(): Promise<ProfileContents>;
  list(): Promise<Readonly<Record<string, Profile>>>;
  find(name: string): Promise<Profile | undefined>;
  /** The profile that is used when none is named. */
  current(): Promise<string | undefined>;
  /** Throws UsageError when the name is taken or is no name. The first profile becomes the current one. */
  add(name: string, profile: Profile): Promise<void>;
  /** Writes a profile whether it is there or not. */
  put(name: string, profile: Profile): Promise<void>;
  /** As `add` or `put`, and `use`, in one change. */
  save(saved: SavedProfile): Promise<void>;
  /** Makes a stored key, by its thumbprint, the key of a profile that exists. */
  setKey(name: string, key: string): Promise<void>;
  /** Throws ConfigurationError when there is no such profile, as `setKey`, `rename` and `remove` do. */
  use(name: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
}
