import type { Kysely } from 'kysely'
import { readStoredTime, storeTime } from '#db/engine/stored-times.ts'
import type { Database } from '#db/schema.ts'
import { lastTimeAtHour } from '#domain/shop-time.ts'
import { REFUND_OVERDUE_MS, type RefundState } from '#domain/refunds/refund.ts'
import type { GatewayRefund } from '#providers/payments/payment-gateway.ts'
import type { Shop } from '#operations/shop.ts'
import { handleRefundEvent } from './handle-refund-event.ts'

const COMPARED_AT = 'refunds-compared-at'
const HOUR = 4
const DAY_MS = 24 * 60 * 60_000
/** The gateway's clock may differ. */
const MAX_CLOCK_SKEW_MS = 10 * 60_000
/** All that an owner may have refunded at the gateway before the shop compared for the first time. */
const FIRST_MS = 365 * DAY_MS

/**
 * Each night, records the refunds in the gateway's list that differ from the shop's: made in its dashboard, or sent
 * back by a bank, while every webhook about them was lost. Looks back as far as banks return money, and further when
 * the shop was off for longer. Pending ones are not final: reconcile-refunds.ts.
 */
export async function compareRefunds(shop: Shop): Promise<void> {
  const { db } = shop.database
  const now = shop.now()
  const comparedAt = await readStoredTime(db, COMPARED_AT)
  if (comparedAt !== null && comparedAt >= lastTimeAtHour(now, HOUR, shop.settings.timeZone)) return
  const from = comparedAt === null ? now - FIRST_MS : comparedAt - REFUND_OVERDUE_MS
  let recorded = 0
  for await (const page of shop.gateway.listRefunds({ from, to: now + MAX_CLOCK_SKEW_MS })) {
    for (const refund of await differing(db, page)) {
      if (await handleRefundEvent(shop, refund)) recorded += 1
    }
  }
  await storeTime(db, COMPARED_AT, now)
  if (recorded > 0) shop.log.info('Refunds were found at the gateway whose webhooks were lost', { recorded })
}

const RECORDED_AS = { succeeded: 'done', failed: 'failed' } as const satisfies Partial<
  Record<GatewayRefund['state'], RefundState>
>

/** The decided refunds of this shop's payments that it has not recorded as they are. */
async function differing(db: Kysely<Database>, page: readonly GatewayRefund[]): Promise<GatewayRefund[]> {
  const intentIds = [...new Set(page.map(({ intentId }) => intentId))]
  if (intentIds.length === 0) return []
  const rows = await db
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select(['payments.intent_id as intentId', 'refunds.gateway_refund_id as id', 'refunds.state'])
    .where('payments.intent_id', 'in', intentIds)
    .execute()
  const ours = new Set(rows.map(({ intentId }) => intentId))
  const recorded = new Map(rows.map(({ id, state }) => [id, state]))
  return page.filter(
    ({ id, intentId, state }) =>
      ours.has(intentId) && state !== 'pending' && recorded.get(id) !== RECORDED_AS[state],
  )
}
