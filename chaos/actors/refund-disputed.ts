import { sql } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { toRefundId, type OrderId, type RefundId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import type { Shop } from '#operations/shop.ts'
import { TEST_REFUNDS } from '#providers/payments/test-gateway/test-refunds.ts'
import { retryWork } from '#chaos/retry-work.ts'
import type { DisputedRefund } from '#chaos/plan.ts'

/** The staff member who makes the refunds. */
export const STAFF = 'staff@chaos.example'

/**
 * Staff refund the paid order of a checkout, in a separate process, and its dispute is lost `decidedAfterMs` later.
 * False when there is no such order, or nothing left to refund.
 */
export async function refundDisputed(
  database: ShopDatabase,
  checkoutId: string,
  { refund, decidedAfterMs }: { refund: DisputedRefund; decidedAfterMs: number },
): Promise<boolean> {
  const order = await retryWork(() => findPaid(database, checkoutId))
  if (!order) return false
  await retryWork(() => decide(database, order.intentId, Date.now() + decidedAfterMs))
  let isRequested = false
  for (const [turn, amount] of amountsOf(refund, order.received).entries())
    isRequested =
      (await ask(database, order, toRefundId(`disputed-${order.id}-${turn}`), amount)) || isRequested
  return isRequested
}

interface PaidOrder {
  id: OrderId
  number: string
  received: Cents
  intentId: string
}

async function findPaid({ db }: ShopDatabase, checkoutId: string): Promise<PaidOrder | null> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('checkout_id', '=', checkoutId)
    .where('paid_at', 'is not', null)
    .executeTakeFirst()
  if (!order) return null
  const payment = (await findPayments(db, order.id)).find(({ kind }) => kind === 'card')
  if (!payment || payment.intentId === null) return null
  return { ...order, intentId: payment.intentId, received: payment.received }
}

function amountsOf(refund: DisputedRefund, received: Cents): Cents[] {
  const { pendsFirst, failsLater } = TEST_REFUNDS
  if (refund === 'part') return [cents(Math.floor(received / 3))]
  if (refund === 'failing' && received > failsLater) return [failsLater]
  if (refund === 'pending' && received > pendsFirst) return [pendsFirst, cents(received - pendsFirst)]
  return [received]
}

/** What the shop gives to staff who make refunds in a separate process. */
export function staffDesk(database: ShopDatabase): Shop {
  return {
    database,
    now: () => Date.now(),
    changes: { publish: (topic) => database.announce(topic), listen() {} },
  } satisfies Partial<Shop> as Partial<Shop> as Shop
}

/** Retries until there is a response, as a browser would: the refund's id prevents duplicates. */
async function ask(
  database: ShopDatabase,
  { number }: PaidOrder,
  refundId: RefundId,
  amount: Cents,
): Promise<boolean> {
  const request = {
    number,
    refundId,
    amount,
    reason: 'Disputed',
    restock: [],
    by: STAFF,
    permissions: PERMISSIONS,
  }
  for (;;) {
    const { kind } = await retryWork(async () => {
      const { version } = await database.db
        .selectFrom('orders')
        .select('version')
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      return refundOrder(staffDesk(database), { ...request, version })
    })
    if (kind !== 'changed-meanwhile') return kind === 'requested'
  }
}

/** The bank's decision is sent at `at`, unless it was sent before. */
async function decide({ db }: ShopDatabase, intentId: string, at: number): Promise<void> {
  await db
    .updateTable('test_gateway_events')
    .set({ deliver_after: at })
    .where('delivered_at', 'is', null)
    .where('body', 'like', `%"charge.dispute.closed"%`)
    .where(sql<boolean>`body like ${`%"${intentId}"%`}`)
    .execute()
}
