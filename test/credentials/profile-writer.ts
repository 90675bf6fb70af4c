import { openProfiles } from "../../src/credentials/open-profiles.ts";

// A process of its own: adds one profile, as `payctl profile add` does.
const [directory = "", name = ""] = process.argv.slice(2);
await openProfiles({ directory }).add(name, { baseUrl: "https://shop.example.com" });
