import { openProfiles } from "../../src/credentials/open-profiles.ts";
import {
  addProfile,
  type Profile,
  putProfile,
  removeProfile,
  useProfile,
} from "../../src/credentials/profiles.ts";

/** The profiles of a folder, with a change in a word each. */
export const openIn = (directory: string) => {
  const store = openProfiles({ directory, home: "/nowhere" });
  const { contents, change, path } = store;
  return {
    path,
    contents,
    list: async () => Object.fromEntries((await contents()).profiles),
    find: async (name: string) => (await contents()).profiles.get(name),
    current: async () => (await contents()).current,
    add: (name: string, profile: Profile) => change((before) => addProfile(before, name, profile)),
    put: (name: string, profile: Profile) => change((before) => putProfile(before, name, profile)),
    use: (name: string) => change((before) => useProfile(before, name)),
    remove: (name: string) => change((before) => removeProfile(before, name)),
  };
};
