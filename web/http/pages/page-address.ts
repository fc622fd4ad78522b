import type { CurrencyCode } from '#domain/currency.ts'
import type { PageRequest } from '#web/page.ts'

/** A page's address reduced to what affects its content, so that each page has one cache key. */
export interface PageAddress {
  path: string
  query: URLSearchParams
  canonical: string
}

interface DeclaredQuery {
  query: readonly string[]
  /** Names that may occur in the address several times. */
  repeated?: readonly string[]
}

/** Keeps the declared query names once each, in the declared order, without blank ones; `tidy` may go further. */
export function pageAddress(
  url: string,
  route: DeclaredQuery,
  tidy?: (query: URLSearchParams) => URLSearchParams,
): PageAddress {
  const { pathname, searchParams } = new URL(url)
  const declared = new URLSearchParams()
  for (const name of route.query) {
    const value = searchParams.get(name)?.trim()
    if (value) declared.set(name, value)
  }
  for (const name of route.repeated ?? []) {
    for (const value of searchParams.getAll(name)) if (value.trim()) declared.append(name, value.trim())
  }
  const query = tidy?.(declared) ?? declared
  return { path: pathname, query, canonical: query.size > 0 ? `${pathname}?${query}` : pathname }
}

/** The page cache's key of an address, which names the language. */
export function pageKey(currency: CurrencyCode, canonical: string): string {
  return currency + canonical
}

/** The page cache's key of a page that many addresses share (`sameFor` in web/page.ts), such as the 404 page. */
export function sharedPageKey(
  { currency, language }: Pick<PageRequest, 'currency' | 'language'>,
  sameFor: string,
  isPersonal = false,
): string {
  return `${currency} ${language} ${sameFor}${isPersonal ? ' personal' : ''}`
}

/** The path in canonical form; null when it contains characters that none of our pages has, even after decoding. */
export function withoutEscapes(path: string): string | null {
  const plain = path.replaceAll(/%(2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi, (_escape, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
  return /^\/[\w.~-][\w.~/-]*$/.test(plain) ? plain : null
}
