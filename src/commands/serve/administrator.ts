import type { Context } from "../../context.ts";
import { chooseKeyPlace } from "./key-place.ts";
import { type LocalProfile, localProfile, pointProfile } from "./local-profile.ts";
import type { ServeInput } from "./plan.ts";

/** The key pair that may do everything on the reference server. */
export interface Administrator {
  /** PEM, SPKI. */
  readonly publicKey: string;
  readonly thumbprint: string;
  /** Keeps the private key, and writes the profile where there is to be one; only now that the server answers. */
  keep(url: string): Promise<{ readonly keyFile: string; readonly profile: string | null }>;
  /** Removes what was for this start alone. */
  clean(): Promise<void>;
}

/** Finds the key of an earlier start, or makes one; nothing is written yet. */
export async function prepareAdministrator(context: Context, input: ServeInput): Promise<Administrator> {
  const place = await chooseKeyPlace(context, input);
  const { generatePrivateKey, publicParts } = await import("../../credentials/key-pair.ts");
  const found = await place.find();
  const key = found?.key ?? (await generatePrivateKey());
  const { pem, thumbprint } = publicParts(key);
  const neighbour = place.profile && (await findNeighbour(place.profile, thumbprint));
  return {
    publicKey: pem,
    thumbprint,
    async keep(url) {
      // A file may hold another key than its name says.
      const isKept = place.profile === undefined || place.profile.key === thumbprint;
      const keyFile = (isKept ? found?.file : undefined) ?? (await place.keep(key));
      if (place.profile === undefined) return { keyFile, profile: null };
      if (neighbour !== undefined) {
        await tellOfNeighbour(context, neighbour, url);
        return { keyFile, profile: null };
      }
      await pointProfile(context, place.profile, { baseUrl: url, key: thumbprint });
      return { keyFile, profile: localProfile };
    },
    clean: place.clean,
  };
}

/** The address of a server that the profile leads to, and that still runs. */
async function findNeighbour(profile: LocalProfile, thumbprint: string): Promise<string | undefined> {
  const { baseUrl, key } = profile;
  if (baseUrl === undefined || key !== thumbprint) return undefined;
  const { servesKey } = await import("../../server/find-server.ts");
  return (await servesKey(baseUrl, thumbprint)) ? baseUrl : undefined;
}

async function tellOfNeighbour({ output }: Context, neighbour: string, url: string): Promise<void> {
  await output.note(
    `the profile ${localProfile} stays with the server at ${neighbour}, which still runs; for this one add: --base-url ${url}`,
  );
}
