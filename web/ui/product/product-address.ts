import { readSizeName } from '#domain/catalog/fields/is-size-name.ts'
import type { Size } from '#domain/catalog/size.ts'

/**
 * The address of a product's page, with the size to choose there. The size is in the fragment, which is not sent: the
 * page is cached once for all sizes.
 */
export function productAddress(id: string, size: Size | null): string {
  const path = `/product/${encodeURIComponent(id)}`
  return size === null ? path : `${path}#size=${encodeURIComponent(size)}`
}

/** What may be a size in the fragment of an address; null without one. Not every product has it. */
export function sizeInAddress({ hash }: { hash: string }): Size | null {
  try {
    return readSizeName(decodeURIComponent(/^#size=(.+)$/.exec(hash)?.[1] ?? ''))
  } catch {
    return null
  }
}
