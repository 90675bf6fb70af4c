import { expect, it } from "vitest";
import { connectionError, TransportError } from "../../src/client/transport-error.ts";

const host = "service.example";

function coded(code: string): Error {
  return Object.assign(new Error("in the system's words"), { code });
}

it.each([
  ["ENOTFOUND", "unsent", "the name service.example can't be resolved"],
  ["EAI_AGAIN", "unsent", "the name service.example can't be resolved"],
  ["ECONNREFUSED", "unsent", "service.example refused the connection"],
  ["EHOSTUNREACH", "unsent", "no connection to service.example (EHOSTUNREACH)"],
  ["CERT_HAS_EXPIRED", "unusable", "no trusted TLS connection to service.example (CERT_HAS_EXPIRED)"],
  ["EPROTO", "unusable", "no trusted TLS connection to service.example (EPROTO)"],
])("a connection that does not come about by %s is %s, in words", (code, kind, message) => {
  expect(connectionError(coded(code), "connecting", host)).toMatchObject({ kind, message });
});

it.each([
  ["127.0.0.1:4010", "absent"],
  ["localhost:4010", "absent"],
  ["[::1]:4010", "absent"],
  ["[::1]", "absent"],
  ["10.0.0.1:4010", "unsent"],
  ["[2001:db8::1]:4010", "unsent"],
])("a connection that %s refuses is %s", (host, kind) => {
  expect(connectionError(coded("ECONNREFUSED"), "connecting", host)).toMatchObject({ kind });
});

it.each([
  "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
  "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
  "ERR_SSL_TLSV1_ALERT_UNKNOWN_CA",
  // As newer versions of OpenSSL call it.
  "ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED",
])("a service that refuses by %s has read nothing, whatever was written", (code) => {
  for (const phase of ["connecting", "sent"] as const) {
    expect(connectionError(coded(code), phase, host)).toMatchObject({
      kind: "unusable",
      message: `service.example refused the TLS connection (${code})`,
    });
  }
});

it("a connection error without a code is named by its kind", () => {
  const message = (cause: unknown) => connectionError(cause, "connecting", host).message;
  expect(message(new RangeError("in the system's words"))).toBe(
    "no connection to service.example (RangeError)",
  );
  expect(message("a text")).toBe("no connection to service.example (unknown)");
});

it("a connection error that already says so in words keeps them", () => {
  const refused = new TransportError("unusable", "the proxy refused");
  expect(connectionError(refused, "connecting", host)).toBe(refused);
});

it.each([
  ["sent", "ECONNRESET", "lost", "service.example closed the connection without an answer"],
  ["sent", "UND_ERR_HEADERS_OVERFLOW", "malformed", "service.example sent something that is not HTTP"],
  ["answering", "UND_ERR_HEADERS_OVERFLOW", "cut", "the answer from service.example was cut off"],
  ["answering", "ECONNRESET", "cut", "the answer from service.example was cut off"],
  ["sent", "CERT_HAS_EXPIRED", "lost", "service.example closed the connection without an answer"],
] as const)("a connection that breaks off %s, by %s, is %s", (phase, code, kind, message) => {
  expect(connectionError(coded(code), phase, host)).toMatchObject({ kind, message });
});
