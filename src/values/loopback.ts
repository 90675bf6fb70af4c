/** Whether the host name of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || /^127(\.\d+){3}$/.test(name)
  );
}

/** Whether only this machine can reach a listening address; a URL would put brackets around an IPv6 one. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopback(address.includes(":") ? `[${address}]` : address);
}
