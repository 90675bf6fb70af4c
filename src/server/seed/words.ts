export const firstNames = list(
  "Ada, Alan, Amalie, Annie, Barbara, Benoit, Carl, Cecilia, Chien, Claude, Dorothy, Edsger, " +
    "Elena, Emmy, Ernst, Évariste, Frances, George, Grace, Hedy, Hypatia, Ida, Inge, Jean, John, " +
    "Karen, Katherine, Kurt, Lise, Margaret, Marie, Mary, Niels, Noor, Olga, Paul, Radia, Rosa, " +
    "Sofia, Srinivasa, Tim, Ursula, Vera, Wang, Yvonne, Zuse",
);

export const lastNames = list(
  "Abacus, Algorithm, Array, Axiom, Baud, Binary, Bitwise, Boolean, Byte, Cipher, Codex, Compass, " +
    "Cosine, Cursor, Digit, Epsilon, Euclid, Fathom, Fourier, Gauge, Gödel, Hexadecimal, Index, " +
    "Integer, Kernel, Kurtosis, Lambda, Lemma, Logarithm, Matrix, Median, Modulo, Newton, Octal, " +
    "Parity, Pascal, Pixel, Quantum, Quotient, Radian, Register, Rhombus, Sextant, Sigma, Sine, " +
    "Tangent, Tensor, Theorem, Turing, Vector, Vertex, Volt, Watt, Zénith, Zeta",
);

export const goods = list(
  "Abacuses, Barometers, Clocks, Dials, Engines, Globes, Lenses, Looms, Maps, Pendulums, Prisms, " +
    "Slide Rules, Sundials, Telescopes",
);

function list(words: string): readonly string[] {
  return words.split(", ");
}

type Home = readonly [
  country: string,
  city: string,
  postalCode: string,
  state: string,
  stateCode: string,
  street: string,
  /** All but the last three digits of a range that is reserved for fiction; empty if there is none. */
  phone: string,
];

/** Where invented buyers live. */
export const homes: readonly Home[] = [
  ["GB", "London", "SW1Y 4JH", "England", "GB-ENG", "St James's Square", "+442079460"],
  ["GB", "Edinburgh", "EH1 1RE", "Scotland", "GB-SCT", "High Street", "+441314960"],
  ["IE", "Cork", "T12 N7K8", "Cork", "IE-CO", "Grand Parade", ""],
  ["DE", "Berlin", "10117", "Berlin", "DE-BE", "Unter den Linden", "+493023125"],
  ["DE", "Göttingen", "37073", "Niedersachsen", "DE-NI", "Wilhelmsplatz", ""],
  ["AT", "Wien", "1010", "Wien", "AT-9", "Stephansplatz", ""],
  ["CH", "Zürich", "8001", "Zürich", "CH-ZH", "Bahnhofstrasse", ""],
  ["FR", "Paris", "75004", "Île-de-France", "FR-IDF", "Rue de Rivoli", "+33199000"],
  ["NL", "Amsterdam", "1012 JS", "Noord-Holland", "NL-NH", "Damrak", ""],
  ["IT", "Milano", "20121", "Lombardia", "IT-25", "Via Manzoni", ""],
  ["ES", "Madrid", "28013", "Madrid", "ES-MD", "Calle Mayor", ""],
  ["SE", "Stockholm", "111 29", "Stockholm", "SE-AB", "Drottninggatan", ""],
  ["PL", "Warszawa", "00-272", "Mazowieckie", "PL-14", "Freta", ""],
  ["US", "New York", "10003", "New York", "US-NY", "Lafayette Street", "+12125550"],
  ["US", "Boston", "02108", "Massachusetts", "US-MA", "Beacon Street", "+16175550"],
  ["US", "Hampton", "23669", "Virginia", "US-VA", "Queen Street", "+17575550"],
  ["CA", "Toronto", "M5H 2N2", "Ontario", "CA-ON", "Queen Street West", "+14165550"],
  ["AU", "Sydney", "2000", "New South Wales", "AU-NSW", "George Street", "+61255500"],
  ["IN", "Bengaluru", "560001", "Karnataka", "IN-KA", "Mahatma Gandhi Road", ""],
  ["JP", "Tokyo", "100-0005", "Tokyo", "JP-13", "Marunouchi", ""],
  ["BR", "Rio de Janeiro", "20010-000", "Rio de Janeiro", "BR-RJ", "Rua Primeiro de Março", ""],
];
