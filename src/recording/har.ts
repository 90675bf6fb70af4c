/** The parts of HAR 1.2 that a recording has; `_operation`, `_scopes` and `_unread` are its own. */
export interface HarEntry {
  /** The sitting that it belongs to: ids and times of two of them can't be compared. */
  readonly pageref: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  /** The operation of the API; absent if there is none. */
  readonly _operation?: string;
  /** What the caller's token allows; absent without a token. */
  readonly _scopes?: readonly string[];
}

export interface NameValue {
  readonly name: string;
  readonly value: string;
}

interface HarMessage {
  readonly httpVersion: string;
  readonly cookies: readonly [];
  readonly headers: readonly NameValue[];
  readonly headersSize: number;
  readonly bodySize: number;
}

interface HarRequest extends HarMessage {
  readonly method: string;
  readonly url: string;
  readonly queryString: readonly NameValue[];
  readonly postData?: { readonly mimeType: string; readonly text: string; readonly comment?: string };
}

interface HarResponse extends HarMessage {
  readonly status: number;
  readonly statusText: string;
  readonly content: {
    readonly size: number;
    readonly mimeType: string;
    readonly text?: string;
    readonly comment?: string;
  };
  readonly redirectURL: string;
}

/** Stands for the service in a recording, whose address is private (RFC 2606: it leads nowhere). */
export const recordedOrigin = "https://service.invalid";

/** The program that a recording names as its maker. */
export const recorder = "payctl serve record";
