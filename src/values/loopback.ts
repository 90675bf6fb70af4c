/** Whether a host name of a URL stands for this very machine. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || /^127(\.\d+){3}$/.test(name)
  );
}

/** Whether an address to listen on is for this very machine alone; a URL would put brackets around it. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopback(address.includes(":") ? `[${address}]` : address);
}
