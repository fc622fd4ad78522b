import { charging } from '#domain/charged-currency.ts'
import { findStoredRate, storeRates } from '#db/catalog/stored-rates.ts'
import { RATES_BASE, type CurrencyCode } from '#domain/currency.ts'
import type { ExchangeRate } from '#providers/rates/exchange-rates.ts'
import type { Shop } from '#operations/shop.ts'

/** How long a rate is used before its source is queried again (spec 9). */
export const RATE_FRESH_MS = 43_200_000
/** How long to wait after the source failed, and how long this process may miss a rate that another process stored. */
const RETRY_AFTER_MS = 60_000

interface Remembered {
  rate: ExchangeRate | null
  askAgainAt: number
}

const remembered = new WeakMap<Shop, Map<CurrencyCode, Remembered>>()

/**
 * The value of one unit of the charged currency in `currency`: the cached rate for 12 hours, then a new one from the
 * source, then the expired one. Null when there is none: prices are then shown as they are charged, never one to one
 * (decisions 3). Never waits for an outside source, which refresh-rates.ts queries in the background.
 */
export async function findExchangeRate(shop: Shop, currency: CurrencyCode): Promise<ExchangeRate | null> {
  return findRate(shop, charging.currency, currency)
}

/** The value of one unit of `from` in `to`, as old as the older of the two rates that it is worked out from. */
export async function findRate(
  shop: Shop,
  from: CurrencyCode,
  to: CurrencyCode,
): Promise<ExchangeRate | null> {
  if (from === to) {
    return { rate: 1, asOf: new Date(shop.now()).toISOString().slice(0, 10), source: from }
  }
  const [base, quote] = await Promise.all([findBaseRate(shop, from), findBaseRate(shop, to)])
  if (base === null || quote === null) return null
  const { asOf, source } = to === RATES_BASE || (from !== RATES_BASE && base.asOf < quote.asOf) ? base : quote
  return { rate: quote.rate / base.rate, asOf, source }
}

async function findBaseRate(shop: Shop, currency: CurrencyCode): Promise<ExchangeRate | null> {
  if (currency === RATES_BASE) return { rate: 1, asOf: '', source: '' }
  const rates = remembered.get(shop) ?? new Map<CurrencyCode, Remembered>()
  remembered.set(shop, rates)
  const known = rates.get(currency)
  if (known && known.askAgainAt > shop.now()) return known.rate
  const found = await (shop.rateService === null ? lookUp(shop, currency) : lookUpFetched(shop, currency))
  rates.set(currency, found)
  return found.rate
}

async function lookUp(shop: Shop, currency: CurrencyCode): Promise<Remembered> {
  const stored = await findStoredRate(shop.database, currency)
  if (stored && stored.fetchedAt + RATE_FRESH_MS > shop.now()) {
    return { rate: stored, askAgainAt: stored.fetchedAt + RATE_FRESH_MS }
  }
  const bundled = await findBundled(shop, currency)
  if (bundled === null) return { rate: stored, askAgainAt: shop.now() + RETRY_AFTER_MS }
  const { rate, asOf, source } = bundled
  await storeRates(shop.database, [[currency, rate]], { asOf, source, fetchedAt: shop.now() })
  if (stored && stored.rate !== rate) await shop.changes.publish('rates')
  return { rate: bundled, askAgainAt: shop.now() + RATE_FRESH_MS }
}

/** The rate that was fetched in the background, however old, or the bundled one when that is of a later day. */
async function lookUpFetched(shop: Shop, currency: CurrencyCode): Promise<Remembered> {
  const nextLookupAt = shop.now() + RETRY_AFTER_MS
  const stored = await findStoredRate(shop.database, currency)
  const bundled = await findBundled(shop, currency)
  const isStoredNewer = stored !== null && (bundled === null || stored.asOf >= bundled.asOf)
  return { rate: isStoredNewer ? stored : bundled, askAgainAt: nextLookupAt }
}

async function findBundled(shop: Shop, currency: CurrencyCode): Promise<ExchangeRate | null> {
  return shop.rates.rate(RATES_BASE, currency).catch((error: unknown) => {
    shop.log.error('The source of exchange rates failed', error, { currency })
    return null
  })
}

/** Clears the cache of this process, so that rates fetched by another process are used. */
export function clearRateCache(shop: Shop): void {
  remembered.delete(shop)
}
