import type { ShopDatabase } from '#db/engine/open-database.ts'
import { TEST_REFUNDS } from '#providers/payments/test-refunds.ts'
import { STAFF } from './refund-disputed.ts'
import { sumBy } from './sum-by.ts'

/** A dispute that the bank has decided for the cardholder, as the gateway has it. */
export interface LostDispute {
  id: string
  intentId: string
  amount: number
}

/** What went back at the gateway. Everything is decided when this is read. */
export interface MoneyBack {
  lost: LostDispute[]
  /** Refunded, by payment: what the bank has sent back since counts in `tried` alone. */
  refunded: ReadonlyMap<string, number>
  /** Refunds and lost disputes, by payment. */
  returned: ReadonlyMap<string, number>
  tried: ReadonlyMap<string, number>
}

/** Reads the gateway's books alone. */
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
  const asked = refunds.map(({ intent_id, amount_cents }) => ({ intentId: intent_id, amount: amount_cents }))
  const kept = asked.filter(({ amount }) => amount !== TEST_REFUNDS.failsLater)
  const add = (moves: readonly { intentId: string; amount: number }[]) =>
    sumBy(
      moves,
      ({ intentId }) => intentId,
      ({ amount }) => amount,
    )
  return { lost, refunded: add(kept), returned: add([...kept, ...lost]), tried: add([...asked, ...lost]) }
}

interface DisputeEvent {
  data: { object: { id: string; payment_intent: string; amount: number } }
}

/** How the shop's own books of what went back stand against the gateway's. */
export interface MoneyBackBooks {
  disputesLost: number
  /** What became of the refunds that staff asked for: the state, and why they failed. */
  staffRefunds: Record<string, number>
  /** Those with a refund beside the lost dispute, and those from which more went back than came. */
  refundedAndLost: number
  overRefunded: number
  /** Of those, the ones that no person is asked to look at, or that the owner was not written about. */
  overRefundedUnseen: number
  /** Orders that the owner was told this about although it never was so. */
  overRefundedWithoutReason: number
  /** Orders whose own sum of what went back is not the gateway's. */
  returnsThatDisagree: number
}

/** Holds each order's refunds against what went back at the gateway. */
export async function moneyBackAgainstOrders(
  { db }: Pick<ShopDatabase, 'db'>,
  orders: readonly { id: string; state: string }[],
  intents: readonly { id: string; order_id: string; amount_cents: number }[],
  { lost, refunded, returned, tried }: MoneyBack,
): Promise<MoneyBackBooks> {
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
  const told = await orderIds({ db }, 'outbox', 'over-refunded-alert')
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
      ({ id, state }) => state !== 'needs-attention' || !flagged.has(id) || !told.has(id),
    ).length,
    overRefundedWithoutReason: [...flagged.union(told)].filter((id) => !isOver(id, everBack)).length,
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
