import { charging } from '#domain/charged-currency.ts'
import type { CurrencyCode } from '#domain/currency.ts'
import { findCookie } from './cookies.ts'

/** How long a remembered rate counts as fresh (spec 9). */
export const RATE_FRESH_MS = 43_200_000

/**
 * The cookie outlives the freshness of its rate, because an old rate is better than none when everything else fails
 * (spec 7).
 */
const MAX_AGE_S = 30 * 24 * 60 * 60

/** A rate from the cookie, and whether it is younger than twelve hours. */
export interface RememberedRate {
  rate: number
  fresh: boolean
}

/** The pair's rate in a `document.cookie` text; null when it is missing or invalid. */
export function rememberedRate(cookies: string, currency: CurrencyCode, now: number): RememberedRate | null {
  const text = findCookie(cookies, nameOf(currency)) ?? ''
  const [rate, at] = text.split('~').map((part) => (part === '' ? Number.NaN : Number(part)))
  if (!isRate(rate) || at === undefined || !Number.isFinite(at)) return null
  return { rate, fresh: now >= at && now - at < RATE_FRESH_MS }
}

/** The cookie that remembers the pair's rate, in the format of `document.cookie`. `protocol`: that of the page. */
export function rateCookie(currency: CurrencyCode, rate: number, now: number, protocol: string): string {
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${nameOf(currency)}=${rate}~${now}; Max-Age=${MAX_AGE_S}; Path=/; SameSite=Lax${secure}`
}

/** Whether a value is a valid exchange rate. */
export function isRate(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function nameOf(currency: CurrencyCode): string {
  return `rate_${charging.currency}_${currency}`
}
