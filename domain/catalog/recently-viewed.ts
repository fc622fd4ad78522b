import { toProductId, type ProductId } from '#domain/ids.ts'

/** How many recently viewed products a browser remembers. */
export const MAX_RECENTLY_VIEWED = 8

const PRODUCT_ID = /^[\w-]{1,64}$/

/** Parses a stored list into distinct product ids, up to the limit. Values that cannot be an id are left out. */
export function parseRecentlyViewed(value: unknown): ProductId[] {
  if (!Array.isArray(value)) return []
  const ids = value.filter((id): id is string => typeof id === 'string' && PRODUCT_ID.test(id))
  return [...new Set(ids)].slice(0, MAX_RECENTLY_VIEWED).map(toProductId)
}

/** The list after `id` was viewed, newest first. */
export function addRecentlyViewed(ids: readonly string[], id: string): ProductId[] {
  return parseRecentlyViewed([id, ...ids])
}
