import { expect, it } from "vitest";
import { configurationDirectory } from "../../src/credentials/open-profiles.ts";

const linux = { platform: "linux", home: "/home/ada" } as const;
const windows = { platform: "win32", home: "C:\\Users\\ada" } as const;

it.each([
  ["is below the home folder", { ...linux, env: {} }, "/home/ada/.config/payctl"],
  ["follows XDG_CONFIG_HOME", { ...linux, env: { XDG_CONFIG_HOME: "/etc/ada" } }, "/etc/ada/payctl"],
  [
    "ignores a relative XDG_CONFIG_HOME",
    { ...linux, env: { XDG_CONFIG_HOME: "conf" } },
    "/home/ada/.config/payctl",
  ],
  [
    "prefers PAYCTL_CONFIG_DIR",
    { ...linux, env: { PAYCTL_CONFIG_DIR: "/srv/payctl", XDG_CONFIG_HOME: "/etc/ada" } },
    "/srv/payctl",
  ],
  [
    "takes empty variables for unset",
    { ...linux, env: { PAYCTL_CONFIG_DIR: "", XDG_CONFIG_HOME: "" } },
    "/home/ada/.config/payctl",
  ],
  ["is below APPDATA on Windows", { ...windows, env: { APPDATA: "D:\\Roaming" } }, "D:\\Roaming\\payctl"],
  ["knows where Windows keeps APPDATA", { ...windows, env: {} }, "C:\\Users\\ada\\AppData\\Roaming\\payctl"],
  [
    "follows XDG_CONFIG_HOME on Windows too",
    { ...windows, env: { XDG_CONFIG_HOME: "D:\\conf", APPDATA: "D:\\Roaming" } },
    "D:\\conf\\payctl",
  ],
])("the configuration folder %s", (_title, place, expected) => {
  expect(configurationDirectory(place)).toBe(expected);
});
