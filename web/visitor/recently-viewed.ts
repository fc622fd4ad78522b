import { addRecentlyViewed, parseRecentlyViewed } from '#domain/catalog/recently-viewed.ts'

/** The name of the list in local storage. It leaves the device only in requests for prices. */
const VIEWED_KEY = 'recentlyViewed'

/** The ids of recently viewed products, newest first; empty when the browser stores nothing. */
export function readRecentlyViewed(): string[] {
  try {
    return parseRecentlyViewed(JSON.parse(localStorage.getItem(VIEWED_KEY) ?? '[]'))
  } catch {
    return []
  }
}

/** Records that a product was viewed, if the browser allows storage. */
export function rememberViewed(id: string): void {
  try {
    localStorage.setItem(VIEWED_KEY, JSON.stringify(addRecentlyViewed(readRecentlyViewed(), id)))
  } catch {
    // A browser without storage has nothing to show later.
  }
}

export function clearViewed(): void {
  try {
    localStorage.removeItem(VIEWED_KEY)
  } catch {
    // Nothing was stored.
  }
}
