import type { KeyObject } from "node:crypto";
import type { initFlags } from "../commands/init.ts";
import type { Profile } from "../credentials/profiles.ts";
import type { FlagValues } from "../terminal/flags.ts";

export type InitFlags = FlagValues<typeof initFlags>;

/** The key that a profile is to have: one that is still to be made, or one in a file. */
export type ChosenKey =
  | { readonly kind: "new" }
  | {
      readonly kind: "file";
      readonly path: string;
      readonly key: KeyObject;
      readonly encrypted: boolean;
    };

/** Everything that `init` needs to know before it writes. */
export interface Answers {
  readonly name: string;
  readonly baseUrl: string;
  readonly merchantAccount: string | undefined;
  readonly key: ChosenKey;
  readonly protected: boolean;
  readonly use: boolean;
  /** Whether `payctl serve` is to know the key. */
  readonly register: boolean;
  /** The profile that had the name before. */
  readonly replaced: Profile | undefined;
}
