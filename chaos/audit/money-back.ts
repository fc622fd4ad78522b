import type { ShopDatabase } from '#db/engine/open-database.ts'
import { TEST_REFUNDS } from '#providers/payments/test-gateway/test-refunds.ts'
import { STAFF } from '#chaos/actors/refund-disputed.ts'
import type { OrderId } from '#domain/ids.ts'
import { sumBy } from './sum-by.ts'

/** A dispute that the bank decided for the cardholder, as recorded by the gateway. */
export interface LostDispute {
  id: string
  intentId: string
  amount: number
}

/** Refunds and lost disputes at the gateway. All of them are final when this is read. */
export interface MoneyBack {
  lost: LostDispute[]
  /** Refunded, by payment; amounts that the bank returned later count in `tried` only. */
  refunded: ReadonlyMap<string, number>
  /** Refunds plus lost disputes, by payment. */
  returned: ReadonlyMap<string, number>
  tried: ReadonlyMap<string, number>
}

/** Reads the gateway's tables only. */
export async function readMoneyBack({ db }: Pick<ShopDatabase, 'db'>): Promise<MoneyBack> {
  const events = await db
    .selectFrom('test_gateway_events')
    .select('body')
    .where('body', 'like', '%"charge.dispute.closed"%')
    .execute()
  const lost = events
    .map(({ body }) => JSON.parse(body) as DisputeEvent)
    .map(({ data: { object } }) => ({
      id: object.id,
      intentId: object.payment_intent,
      amount: object.amount,
    }))
  const refunds = await db.selectFrom('test_gateway_refunds').select(['intent_id', 'amount_cents']).execute()
  const requested = refunds.map(({ intent_id, amount_cents }) => ({
    intentId: intent_id,
    amount: amount_cents,
  }))
  const completed = requested.filter(({ amount }) => amount !== TEST_REFUNDS.failsLater)
  const add = (moves: readonly { intentId: string; amount: number }[]) =>
    sumBy(
      moves,
      ({ intentId }) => intentId,
      ({ amount }) => amount,
    )
  return {
    lost,
    refunded: add(completed),
    returned: add([...completed, ...lost]),
    tried: add([...requested, ...lost]),
  }
}

interface DisputeEvent {
  data: { object: { id: string; payment_intent: string; amount: number } }
}

/** The shop's refunds compared with the gateway's. */
export interface MoneyBackCounts {
  disputesLost: number
  /** The refunds made by staff: state, and reason of failure. */
  staffRefunds: Record<string, number>
  /** Orders with a refund as well as the lost dispute, and those with more returned than received. */
  refundedAndLost: number
  overRefunded: number
  /** Of those, the ones not marked for attention, or without a mail to the owner. */
  overRefundedUnseen: number
  /** Orders with such an alert although it was never true. */
  overRefundedWithoutReason: number
  /** Orders whose returned amount differs from the gateway's. */
  returnsThatDisagree: number
}

/** Compares each order's refunds with the gateway's. */
export async function moneyBackAgainstOrders(
  { db }: Pick<ShopDatabase, 'db'>,
  orders: readonly { id: string; state: string }[],
  intents: readonly { id: string; order_id: OrderId; amount_cents: number }[],
  { lost, refunded, returned, tried }: MoneyBack,
): Promise<MoneyBackCounts> {
  const byOrder = (sums: ReadonlyMap<string, number>) =>
    sumBy(
      intents,
      ({ order_id }) => order_id,
      ({ id }) => sums.get(id) ?? 0,
    )
  const [back, everBack] = [byOrder(returned), byOrder(tried)]
  const received = sumBy(
    intents,
    ({ order_id }) => order_id,
    ({ amount_cents }) => amount_cents,
  )
  const refunds = await db
    .selectFrom('refunds')
    .select(['order_id', 'amount_cents', 'state', 'failure', 'asked_by'])
    .execute()
  const byStaff = refunds.filter(({ asked_by }) => asked_by === STAFF)
  const noted = sumBy(
    refunds.filter(({ state }) => state === 'done'),
    ({ order_id }) => order_id,
    ({ amount_cents }) => amount_cents,
  )
  const flagged = await orderIds({ db }, 'order_events', 'over-refunded')
  const alerted = await orderIds({ db }, 'outbox', 'over-refunded-alert')
  const isOver = (id: string, sums: ReadonlyMap<string, number>) =>
    (sums.get(id) ?? 0) > (received.get(id) ?? 0)
  const over = orders.filter(({ id }) => isOver(id, back))
  return {
    disputesLost: lost.length,
    staffRefunds: Object.fromEntries(
      sumBy(
        byStaff,
        ({ state, failure }) => (failure === '' ? state : `${state}: ${failure}`),
        () => 1,
      ),
    ),
    refundedAndLost: lost.filter(({ intentId }) => (refunded.get(intentId) ?? 0) > 0).length,
    overRefunded: over.length,
    overRefundedUnseen: over.filter(
      ({ id, state }) => state !== 'needs-attention' || !flagged.has(id) || !alerted.has(id),
    ).length,
    overRefundedWithoutReason: [...flagged.union(alerted)].filter((id) => !isOver(id, everBack)).length,
    returnsThatDisagree: orders.filter(({ id }) => (noted.get(id) ?? 0) !== (back.get(id) ?? 0)).length,
  }
}

async function orderIds(
  { db }: Pick<ShopDatabase, 'db'>,
  table: 'order_events' | 'outbox',
  kind: string,
): Promise<Set<string>> {
  const rows = await db.selectFrom(table).select('order_id').where('kind', '=', kind).execute()
  return new Set(rows.flatMap(({ order_id }) => order_id ?? []))
}
