import { findLastingFailures, markAlerted } from '#db/connections/connection-states.ts'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Shop } from '#operations/shop.ts'

/** Shorter failures usually end without help. */
export const ALERT_AFTER_MS = 60 * 60_000
const ONE_DAY_MS = 24 * 60 * 60_000

/**
 * Alerts the owner to suppliers that have failed for more than an hour: by mail, once a day for each; only in the log
 * when mail itself fails.
 */
export async function watchConnections(shop: Shop): Promise<number> {
  if (shop.connections.length === 0) return 0
  const now = shop.now()
  const alertedBefore = now - ONE_DAY_MS
  const failures = await findLastingFailures(shop.database, { since: now - ALERT_AFTER_MS, alertedBefore })
  for (const { need, supplier } of failures) {
    if (!shop.connections.some((one) => one.need === need && one.supplier === supplier)) continue
    const isNews = await transact(shop.database, async (tx) => {
      if (!(await markAlerted(tx, { need, alertedBefore, now }))) return false
      if (need !== 'mail') {
        const dedupeKey = `connection-alert:${need}:${now}`
        await enqueue(tx, [{ kind: 'connection-alert', payload: { need, supplier }, dedupeKey }], now)
      }
      return true
    })
    if (isNews) shop.log.error('A supplier has failed for more than an hour', new Error(supplier), { need })
  }
  return 0
}
