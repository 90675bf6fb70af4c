/** Where a connection is to lead, and by which way. */
export interface Destination {
  /** Address of the service. */
  readonly url: URL;
  readonly proxy: URL | undefined;
  /** A PEM file with further certificates to trust. */
  readonly caFile: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What bounds a look at the network. */
export interface Patience {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** What a TLS handshake told of the service. */
export interface Handshake {
  /** `TLSv1.3`. */
  readonly protocol: string;
  /** Who signed the certificate, in its own words. */
  readonly issuer: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** The looks at files, names and connections that only `doctor` takes. */
export interface Probes {
  /** The permission bits of a file or folder; undefined where there is none. */
  mode(path: string): Promise<number | undefined>;
  /** The names in a folder; none where there is no folder. */
  filesIn(folder: string): Promise<readonly string[]>;
  /** The addresses of a host name; rejects with an error that has a `code`. */
  resolve(name: string, patience: Patience): Promise<readonly string[]>;
  /** Connects and hangs up; undefined where the service speaks plain http. Rejects with an error that has a `code`. */
  connect(destination: Destination, patience: Patience): Promise<Handshake | undefined>;
}
