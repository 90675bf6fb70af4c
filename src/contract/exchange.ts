/** A request as either side sees it, free of sockets. Header names are lower case. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query, as in the request line: `/buyers?limit=20`. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Asks for the body of a caller who waits to be asked (`Expect: 100-continue`); `body` is then undefined. */
  readonly receiveBody?: () => Promise<Uint8Array>;
  /** The caller's network address, if known. */
  readonly address?: string | undefined;
  readonly signal?: AbortSignal;
}

/** An answer; the body is JSON text, or empty. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One request in, one answer out: the HTTP client builds one, and the reference server is one. */
export type Exchange = (request: ApiRequest) => Promise<ApiResponse>;
