// Regenerates what shows payctl at work: the outputs in README.md, and the pictures in docs/pictures.
import { loadSource } from "../bundle/load-source.js";

const { makeAll } = await loadSource("tools/tour/make-all.ts");
await makeAll();
