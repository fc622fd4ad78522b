/** `Redemption <shop@shop.example>` in its parts; the name may be missing. */
export function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return { name, address: address.trim() }
}
