import {
  countRateFailures,
  leaseRateSource,
  releaseRateSource,
  storeRates,
} from '#db/catalog/stored-rates.ts'
import type { CurrencyCode } from '#domain/currency.ts'
import type { Shop } from '#operations/shop.ts'
import type { RateService } from '#providers/rates/exchange-rates.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { RATE_FRESH_MS } from './find-exchange-rate.ts'

/** Longer than any request to a source. */
const LEASE_MS = 60_000
const MIN_WAIT_MS = 60_000
const MAX_WAIT_MS = 60 * 60_000

/**
 * Queries the outside source of exchange rates, if there is one, once its rates are twelve hours old; restarts do not
 * shorten that. One process at a time does it. While the source fails, the old rates stay. `again`: query at once after
 * a failure.
 */
export async function refreshRates(shop: Shop, { again = false } = {}): Promise<void> {
  const { rateService: service, database } = shop
  if (service === null) return
  const { source } = service
  const now = shop.now()
  if (!(await leaseRateSource(database, { source, now, leasedUntil: now + LEASE_MS, again }))) return
  try {
    await fetchRates(shop, service)
  } catch (error) {
    const failures = (await countRateFailures(database, source)) + 1
    await releaseRateSource(database, { source, failures, askAfter: shop.now() + waitAfter(error, failures) })
    shop.log.error('The source of exchange rates failed', error, { source, failures })
  }
}

async function fetchRates(shop: Shop, service: RateService): Promise<void> {
  const { asOf, perCad } = await service.latest()
  const { source } = service
  const fetchedAt = shop.now()
  await storeRates(shop.database, Object.entries(perCad) as [CurrencyCode, number][], {
    asOf,
    source,
    fetchedAt,
  })
  await releaseRateSource(shop.database, { source, failures: 0, askAfter: fetchedAt + RATE_FRESH_MS })
  await shop.changes.publish('rates')
}

/**
 * A minute, then twice as long each time, up to an hour; an hour from the start when only a person can fix the failure.
 */
function waitAfter(error: unknown, failures: number): number {
  const isLasting = error instanceof SupplierError && error.isLasting
  const requestedWait = error instanceof SupplierError ? (error.retryAfterMs ?? 0) : 0
  const wait = isLasting ? MAX_WAIT_MS : MIN_WAIT_MS * 2 ** Math.min(failures - 1, 10)
  return Math.min(MAX_WAIT_MS, Math.max(wait, requestedWait))
}
