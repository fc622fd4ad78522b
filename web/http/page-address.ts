import type { CurrencyCode } from '#domain/currency.ts'

/** A page's address with only what matters to it, so that one page has one place in the cache. */
export interface PageAddress {
  path: string
  query: URLSearchParams
  canonical: string
}

/** Keeps the declared query names, in the declared order, once each, without blank ones. */
export function pageAddress(url: string, route: { query: readonly string[] }): PageAddress {
  const { pathname, searchParams } = new URL(url)
  const query = new URLSearchParams()
  for (const name of route.query) {
    const value = searchParams.get(name)?.trim()
    if (value) query.set(name, value)
  }
  return { path: pathname, query, canonical: query.size > 0 ? `${pathname}?${query}` : pathname }
}

export function pageKey(currency: CurrencyCode, canonical: string): string {
  return currency + canonical
}
