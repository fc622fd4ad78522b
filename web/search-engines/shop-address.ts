/** An address as programs elsewhere need it. Pictures may be kept elsewhere, and say so with a whole address. */
export function absoluteUrl(publicUrl: string, address: string): string {
  return /^https?:\/\//.test(address) ? address : publicUrl + address
}

/** Where a product is shown. */
export function productPath(id: string): string {
  return `/product/${encodeURIComponent(id)}`
}
