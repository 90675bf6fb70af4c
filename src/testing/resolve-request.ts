/** Where a request of the platform's fetch goes: whatever the host, its path counts. */
export function addressed(place: string, prefix: string, ...[input, init]: Parameters<typeof fetch>) {
  const isRequest = input instanceof Request;
  const request = new Request(isRequest ? input : new URL(input, `${place}${prefix}/`), init);
  const { pathname, search } = new URL(request.url);
  const isBelow = pathname === prefix || pathname.startsWith(`${prefix}/`);
  return { request, target: `${isBelow ? "" : prefix}${pathname}${search}` };
}
