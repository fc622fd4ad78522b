import { parseSize, type Size } from '#domain/catalogue/size.ts'

/**
 * The address of a product's page, with the size to choose there. The size is in the fragment, which is not sent: the
 * page is cached once for all sizes.
 */
export function productAddress(id: string, size: Size | null): string {
  const path = `/product/${encodeURIComponent(id)}`
  return size === null ? path : `${path}#size=${size}`
}

/** The size in the fragment of an address; null without one. */
export function sizeInAddress({ hash }: { hash: string }): Size | null {
  return parseSize(/^#size=(\w+)$/.exec(hash)?.[1])
}
