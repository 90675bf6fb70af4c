/** What the arguments of a fetch ask of the server at an address: of a whole URL only the path counts. */
export function resolveRequest(url: string, prefix: string, ...[input, init]: Parameters<typeof fetch>) {
  const isRequest = input instanceof Request;
  const request = new Request(isRequest ? input : new URL(input, `${url}${prefix}/`), init);
  const { pathname, search } = new URL(request.url);
  const isBelow = pathname === prefix || pathname.startsWith(`${prefix}/`);
  return { request, target: `${isBelow ? "" : prefix}${pathname}${search}` };
}
