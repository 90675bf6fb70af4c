/** Where invented buyers live. */
export interface Place {
  readonly country: string;
  readonly city: string;
  readonly postalCode: string;
  readonly state: string;
  readonly stateCode: string;
  readonly street: string;
  /** All but the last three digits of a range that is kept free for fiction; empty where there is none. */
  readonly phone: string;
}

type Row = readonly [string, string, string, string, string, string, string];

function place([country, city, postalCode, state, stateCode, street, phone]: Row): Place {
  return { country, city, postalCode, state, stateCode, street, phone };
}

export const places = {
  london: place(["GB", "London", "SW1Y 4JH", "England", "GB-ENG", "St James's Square", "+442079460"]),
  edinburgh: place(["GB", "Edinburgh", "EH1 1RE", "Scotland", "GB-SCT", "High Street", "+441314960"]),
  cork: place(["IE", "Cork", "T12 N7K8", "Cork", "IE-CO", "Grand Parade", ""]),
  berlin: place(["DE", "Berlin", "10117", "Berlin", "DE-BE", "Unter den Linden", "+493023125"]),
  goettingen: place(["DE", "Göttingen", "37073", "Niedersachsen", "DE-NI", "Wilhelmsplatz", ""]),
  vienna: place(["AT", "Wien", "1010", "Wien", "AT-9", "Stephansplatz", ""]),
  zurich: place(["CH", "Zürich", "8001", "Zürich", "CH-ZH", "Bahnhofstrasse", ""]),
  paris: place(["FR", "Paris", "75004", "Île-de-France", "FR-IDF", "Rue de Rivoli", "+33199000"]),
  amsterdam: place(["NL", "Amsterdam", "1012 JS", "Noord-Holland", "NL-NH", "Damrak", ""]),
  milan: place(["IT", "Milano", "20121", "Lombardia", "IT-25", "Via Manzoni", ""]),
  madrid: place(["ES", "Madrid", "28013", "Madrid", "ES-MD", "Calle Mayor", ""]),
  stockholm: place(["SE", "Stockholm", "111 29", "Stockholm", "SE-AB", "Drottninggatan", ""]),
  warsaw: place(["PL", "Warszawa", "00-272", "Mazowieckie", "PL-14", "Freta", ""]),
  newYork: place(["US", "New York", "10003", "New York", "US-NY", "Lafayette Street", "+12125550"]),
  boston: place(["US", "Boston", "02108", "Massachusetts", "US-MA", "Beacon Street", "+16175550"]),
  hampton: place(["US", "Hampton", "23669", "Virginia", "US-VA", "Queen Street", "+17575550"]),
  toronto: place(["CA", "Toronto", "M5H 2N2", "Ontario", "CA-ON", "Queen Street West", "+14165550"]),
  sydney: place(["AU", "Sydney", "2000", "New South Wales", "AU-NSW", "George Street", "+61255500"]),
  bengaluru: place(["IN", "Bengaluru", "560001", "Karnataka", "IN-KA", "Mahatma Gandhi Road", ""]),
  tokyo: place(["JP", "Tokyo", "100-0005", "Tokyo", "JP-13", "Marunouchi", ""]),
  rio: place(["BR", "Rio de Janeiro", "20010-000", "Rio de Janeiro", "BR-RJ", "Rua Primeiro de Março", ""]),
} as const;

