// Regenerates what shows payctl at work: the outputs in README.md, and the pictures in docs/pictures.
//   npm run tour
import { loadSource } from "./bundle/load-source.js";

const { makeTour } = await loadSource("tools/tour.ts");
await makeTour();
