import { BASE_CURRENCY, type CurrencyCode } from '#domain/currency.ts'
import type { ExchangeRate } from '#providers/rates/exchange-rates.ts'
import type { Shop } from '#operations/shop.ts'

/** How long a rate is used before the source is queried again (spec 9). */
const RATE_FRESH_MS = 43_200_000
/** How long to wait after the source has failed. */
const RETRY_AFTER_MS = 60_000

interface Remembered {
  rate: ExchangeRate | null
  askAgainAt: number
}

const remembered = new WeakMap<Shop, Map<CurrencyCode, Remembered>>()

/**
 * The value of one Canadian dollar in `currency`: the cached rate for 12 hours, then a new one from the source, then
 * the expired one. Null when there is none: prices are then shown as C$, never one to one (decisions 3).
 */
export async function findExchangeRate(shop: Shop, currency: CurrencyCode): Promise<ExchangeRate | null> {
  if (currency === BASE_CURRENCY)
    return { rate: 1, asOf: new Date(shop.now()).toISOString().slice(0, 10), source: 'CAD' }
  const rates = remembered.get(shop) ?? new Map<CurrencyCode, Remembered>()
  remembered.set(shop, rates)
  const known = rates.get(currency)
  if (known && known.askAgainAt > shop.now()) return known.rate
  const found = await lookUp(shop, currency)
  rates.set(currency, found)
  return found.rate
}

async function lookUp(shop: Shop, currency: CurrencyCode): Promise<Remembered> {
  const { db } = shop.database
  const stored = await db
    .selectFrom('rates')
    .select(['rate', 'as_of as asOf', 'source', 'fetched_at as fetchedAt'])
    .where('base', '=', BASE_CURRENCY)
    .where('quote', '=', currency)
    .executeTakeFirst()
  if (stored && stored.fetchedAt + RATE_FRESH_MS > shop.now()) {
    return { rate: stored, askAgainAt: stored.fetchedAt + RATE_FRESH_MS }
  }
  const asked = await shop.rates.rate(BASE_CURRENCY, currency).catch((error: unknown) => {
    shop.log.error('The source of exchange rates failed', error, { currency })
    return null
  })
  if (asked === null) return { rate: stored ?? null, askAgainAt: shop.now() + RETRY_AFTER_MS }
  const fetched = { rate: asked.rate, as_of: asked.asOf, source: asked.source, fetched_at: shop.now() }
  await db
    .insertInto('rates')
    .values({ base: BASE_CURRENCY, quote: currency, ...fetched })
    .onConflict((conflict) => conflict.columns(['base', 'quote']).doUpdateSet(fetched))
    .execute()
  if (stored && stored.rate !== asked.rate) await shop.changes.tell('rates')
  return { rate: asked, askAgainAt: shop.now() + RATE_FRESH_MS }
}

/** Clears the cache of this process, so that rates fetched by another process are used. */
export function forgetExchangeRates(shop: Shop): void {
  remembered.delete(shop)
}
