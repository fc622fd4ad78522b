import type { CurrencyCode } from '#domain/currency.ts'
import { findCookie } from './cookies.ts'

/** How long a remembered rate counts as fresh (spec 9). */
export const RATE_FRESH_MS = 43_200_000

/**
 * An older rate is still better than none when everything else fails (spec 7), so the cookie outlives its freshness.
 */
const KEPT_S = 30 * 24 * 60 * 60

/** A rate out of the cookie, and whether it is younger than twelve hours. */
export interface RememberedRate {
  rate: number
  fresh: boolean
}

/** The pair's rate out of a `document.cookie` text; null when it is missing or not a rate. */
export function rememberedRate(cookies: string, currency: CurrencyCode, now: number): RememberedRate | null {
  const text = findCookie(cookies, nameOf(currency)) ?? ''
  const [rate, at] = text.split('~').map((part) => (part === '' ? Number.NaN : Number(part)))
  if (!isRate(rate) || at === undefined || !Number.isFinite(at)) return null
  return { rate, fresh: now >= at && now - at < RATE_FRESH_MS }
}

/** The cookie that remembers the pair's rate, ready for `document.cookie`. `protocol`: the page's own. */
export function rateCookie(currency: CurrencyCode, rate: number, now: number, protocol: string): string {
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${nameOf(currency)}=${rate}~${now}; Max-Age=${KEPT_S}; Path=/; SameSite=Lax${secure}`
}

/** Whether a value can be a price of one Canadian dollar. */
export function isRate(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function nameOf(currency: CurrencyCode): string {
  return `rate_CAD_${currency}`
}
