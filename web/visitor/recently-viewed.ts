import { afterViewing, parseRecentlyViewed } from '#domain/catalogue/recently-viewed.ts'

/** The name of the list in local storage. It never leaves the device but as a question for prices. */
const VIEWED_KEY = 'recentlyViewed'

/** The ids of the products seen last, the newest first; none when the browser keeps nothing. */
export function readRecentlyViewed(): string[] {
  try {
    return parseRecentlyViewed(JSON.parse(localStorage.getItem(VIEWED_KEY) ?? '[]'))
  } catch {
    return []
  }
}

/** Remembers that a product was looked at, if the browser lets us. */
export function rememberViewed(id: string): void {
  try {
    localStorage.setItem(VIEWED_KEY, JSON.stringify(afterViewing(readRecentlyViewed(), id)))
  } catch {
    // A browser that keeps nothing has nothing to show later.
  }
}

export function forgetViewed(): void {
  try {
    localStorage.removeItem(VIEWED_KEY)
  } catch {
    // Nothing was kept.
  }
}
