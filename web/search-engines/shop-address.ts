/** An absolute address. Pictures on another host have one already. */
export function absoluteUrl(publicUrl: string, address: string): string {
  return /^https?:\/\//.test(address) ? address : publicUrl + address
}

export function productPath(id: string): string {
  return `/product/${encodeURIComponent(id)}`
}
