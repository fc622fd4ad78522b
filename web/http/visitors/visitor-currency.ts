import { charging } from '#domain/charged-currency.ts'
import type { IncomingMessage } from 'node:http'
import { parseCurrencyCode, type CurrencyCode } from '#domain/currency.ts'
import { currencyOfCountry } from '#domain/places/country-currency.ts'
import type { Geolocation } from '#providers/geolocation/geolocation.ts'

/** The visitor's display currency, and the cookies to set if it was just determined. */
export interface VisitorCurrency {
  currency: CurrencyCode
  setCookies: readonly string[] | null
}

const ONE_DAY_S = 24 * 60 * 60
const FROM_COOKIE = /(?:^|;\s*)currency(?:Code)?=([A-Za-z]{3})(?:;|$)/
const MAX_REMEMBERED_ADDRESSES = 20_000

/**
 * Spec 4: the cookie, or the country of the visitor's address, or what is charged. While a service outside the shop is
 * asked about the address, the answer counts for one request.
 */
export class VisitorCurrencies {
  readonly #geolocation: Geolocation
  readonly #publicUrl: string
  readonly #byAddress = new Map<string, VisitorCurrency>()
  /** What was charged when they were detected. */
  #charged = charging.currency
  readonly #chosen = new Map<string, VisitorCurrency>()

  constructor(geolocation: Geolocation, publicUrl: string) {
    this.#geolocation = geolocation
    this.#publicUrl = publicUrl
  }

  of(request: IncomingMessage, address: string): VisitorCurrency {
    const cookie = request.headers.cookie
    if (cookie !== undefined) {
      const code = FROM_COOKIE.exec(cookie)?.[1]
      const chosen = code === undefined ? undefined : this.#fromCookie(code)
      if (chosen) return chosen
    }
    if (this.#charged !== charging.currency) {
      this.#byAddress.clear()
      this.#charged = charging.currency
    }
    const isSecure = isReachedByHttps(this.#publicUrl, request.headers['x-forwarded-proto'])
    const key = isSecure ? `${address} https` : address
    return this.#byAddress.get(key) ?? this.#detect(address, key, isSecure)
  }

  #fromCookie(code: string): VisitorCurrency | undefined {
    const known = this.#chosen.get(code)
    if (known) return known
    const currency = parseCurrencyCode(code)
    if (currency === null) return undefined
    const chosen = { currency, setCookies: null }
    this.#chosen.set(code, chosen)
    return chosen
  }

  #detect(address: string, key: string, isSecure: boolean): VisitorCurrency {
    const country = this.#geolocation.country(address)
    const currency = currencyOfCountry(country)
    const setCookies = currencyCookies(currency, isSecure).flatMap((cookie) => ['set-cookie', cookie])
    const isAsking = this.#geolocation.isAsking?.(address)
    // A cookie would keep the first guess for a day; and the service caches its answers.
    if (isAsking !== undefined) return { currency, setCookies: isAsking ? null : setCookies }
    const detected = { currency, setCookies }
    if (this.#byAddress.size >= MAX_REMEMBERED_ADDRESSES) this.#byAddress.clear()
    this.#byAddress.set(key, detected)
    return detected
  }
}

/** The two preference cookies of spec 3 and 9: valid for a day, path /, SameSite Lax; Secure over https. */
export function currencyCookies(currency: CurrencyCode, isSecure: boolean): string[] {
  const secure = isSecure ? '; Secure' : ''
  return ['currency', 'currencyCode'].map(
    (name) => `${name}=${currency}; Max-Age=${ONE_DAY_S}; Path=/; SameSite=Lax${secure}`,
  )
}

/**
 * Whether the visitor uses https, according to the shop's public address or a proxy. A forged header only affects the
 * visitor's cookies.
 */
export function isReachedByHttps(publicUrl: string, forwardedProto: string | string[] | undefined): boolean {
  return publicUrl.startsWith('https:') || /^https\b/i.test(String(forwardedProto ?? ''))
}
