import { RATES_BASE, type CurrencyCode } from '#domain/currency.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'

/** A stored rate: units of a currency per Canadian dollar, its day and source, and when it was fetched. */
export interface StoredRate {
  rate: number
  asOf: string
  source: string
  fetchedAt: number
}

/** The stored rate of a currency, however old. */
export async function findStoredRate(
  { db }: ShopDatabase,
  currency: CurrencyCode,
): Promise<StoredRate | null> {
  const stored = await db
    .selectFrom('rates')
    .select(['rate', 'as_of as asOf', 'source', 'fetched_at as fetchedAt'])
    .where('base', '=', RATES_BASE)
    .where('quote', '=', currency)
    .executeTakeFirst()
  return stored ?? null
}

/** Stores rates of one source, replacing older ones. */
export async function storeRates(
  database: ShopDatabase,
  rates: readonly (readonly [CurrencyCode, number])[],
  { asOf, source, fetchedAt }: Omit<StoredRate, 'rate'>,
): Promise<void> {
  const rows = rates.map(([quote, rate]) => ({
    base: RATES_BASE,
    quote,
    rate,
    as_of: asOf,
    source,
    fetched_at: fetchedAt,
  }))
  await database.db
    .insertInto('rates')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['base', 'quote']).doUpdateSet((eb) => ({
        rate: eb.ref('excluded.rate'),
        as_of: eb.ref('excluded.as_of'),
        source: eb.ref('excluded.source'),
        fetched_at: eb.ref('excluded.fetched_at'),
      })),
    )
    .execute()
}

/**
 * Takes the lease to call a source, which one process at a time has. False while another has it, or before the next
 * call is due. `again`: retry at once after a failure, for example after a start with other settings.
 */
export async function leaseRateSource(
  database: ShopDatabase,
  { source, now, leasedUntil, again }: { source: string; now: number; leasedUntil: number; again: boolean },
): Promise<boolean> {
  return transact(database, async (tx) => {
    await tx
      .insertInto('rate_refreshes')
      .values({ source, leased_until: 0, ask_after: 0, failures: 0 })
      .onConflict((conflict) => conflict.column('source').doNothing())
      .execute()
    const { numUpdatedRows } = await tx
      .updateTable('rate_refreshes')
      .set({ leased_until: leasedUntil })
      .where('source', '=', source)
      .where('leased_until', '<=', now)
      .where((eb) => eb.or([eb('ask_after', '<=', now), ...(again ? [eb('failures', '>', 0)] : [])]))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  })
}

/** Ends the lease. Records when to retry, and how often the source has failed since it last worked. */
export async function releaseRateSource(
  { db }: ShopDatabase,
  { source, askAfter, failures }: { source: string; askAfter: number; failures: number },
): Promise<void> {
  await db
    .updateTable('rate_refreshes')
    .set({ leased_until: 0, ask_after: askAfter, failures })
    .where('source', '=', source)
    .execute()
}

/** How often a source has failed since it last worked. */
export async function countRateFailures({ db }: ShopDatabase, source: string): Promise<number> {
  const row = await db
    .selectFrom('rate_refreshes')
    .select('failures')
    .where('source', '=', source)
    .executeTakeFirst()
  return row?.failures ?? 0
}
