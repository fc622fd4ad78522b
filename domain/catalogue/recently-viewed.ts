/** How many products a browser remembers to have shown. */
export const MOST_RECENTLY_VIEWED = 8

const PRODUCT_ID = /^[\w-]{1,64}$/

/** Ids of products, each once and no more than are remembered, out of any list. What can be no id is left out. */
export function parseRecentlyViewed(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  const ids = value.filter((id): id is string => typeof id === 'string' && PRODUCT_ID.test(id))
  return [...new Set(ids)].slice(0, MOST_RECENTLY_VIEWED)
}

/** The list once `id` was looked at: the newest first. */
export function afterViewing(ids: readonly string[], id: string): string[] {
  return parseRecentlyViewed([id, ...ids])
}
