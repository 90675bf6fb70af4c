import { type Place, places } from "../demo/places.ts";

export const firstNames = [
  "Ada", "Alan", "Amalie", "Annie", "Barbara", "Benoit", "Carl", "Cecilia", "Chien", "Claude", "Dorothy", "Edsger",
  "Elena", "Emmy", "Ernst", "Évariste", "Frances", "George", "Grace", "Hedy", "Hypatia", "Ida", "Inge", "Jean", "John",
  "Karen", "Katherine", "Kurt", "Lise", "Margaret", "Marie", "Mary", "Niels", "Noor", "Olga", "Paul", "Radia", "Rosa",
  "Sofia", "Srinivasa", "Tim", "Ursula", "Vera", "Wang", "Yvonne", "Zuse",
] as const;

export const lastNames = [
  "Abacus", "Algorithm", "Array", "Axiom", "Baud", "Binary", "Bitwise", "Boolean", "Byte", "Cipher", "Codex", "Compass",
  "Cosine", "Cursor", "Digit", "Epsilon", "Euclid", "Fathom", "Fourier", "Gauge", "Gödel", "Hexadecimal", "Index",
  "Integer", "Kernel", "Kurtosis", "Lambda", "Lemma", "Logarithm", "Matrix", "Median", "Modulo", "Newton", "Octal",
  "Parity", "Pascal", "Pixel", "Quantum", "Quotient", "Radian", "Register", "Rhombus", "Sextant", "Sigma", "Sine",
  "Tangent", "Tensor", "Theorem", "Turing", "Vector", "Vertex", "Volt", "Watt", "Zénith", "Zeta",
] as const;

export const goods = [
  "Abacuses", "Barometers", "Clocks", "Dials", "Engines", "Globes", "Lenses", "Looms", "Maps", "Pendulums", "Prisms",
  "Slide Rules", "Sundials", "Telescopes",
] as const;

const [firstPlace, ...otherPlaces] = Object.values(places);

export const homes: readonly [Place, ...Place[]] = [firstPlace ?? places.london, ...otherPlaces];
