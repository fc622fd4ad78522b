import type { ShopDatabase } from '#db/engine/open-database.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { mailsAgainstOrders } from './mail-audit.ts'
import { moneyBackAgainstOrders, readMoneyBack, type MoneyBackCounts } from './money-back.ts'
import { movementsOutOfStep } from './movements-out-of-step.ts'
import { ordersBesideLedger } from './orders-beside-ledger.ts'
import { orphanPayments } from './orphan-payments.ts'
import type { Purchase } from '#chaos/actors/shopper.ts'
import type { OrderId, ProductId } from '#domain/ids.ts'
import { sumBy } from './sum-by.ts'
import { wrongTotals } from './wrong-totals.ts'

/** The result of the audit after a run. The first group must be zero. */
export interface AuditCounts extends MoneyBackCounts {
  paidWithoutOrder: number
  ordersWithoutPayment: number
  wrongAmounts: number
  /** Orders whose total is not the sum of their lines and adjustments. */
  wrongTotals: number
  doubleCharges: number
  oversoldUnits: number
  unitsUnaccountedFor: number
  /** Counts of stock that are not the sum of their movements in the ledger. */
  countsBesideLedger: number
  /** Movements before which a change of the count left no row. */
  movementsOutOfStep: number
  /** Orders that hold or have kept other units of a product than the ledger says they took. */
  ordersBesideLedger: number
  toldPaidButNot: number
  mailsMissing: number
  mailsWithoutReason: number
  tasksGivenUp: number
  /** Open payments at the gateway without an order: created by a process that died before it recorded them. */
  orphanPayments: number

  ordersByState: Record<string, number>
  charged: number
  refunded: number
  /** Wrong counts, and the differences: above 0 units are missing. */
  unaccounted: string[]
  /** Orders paid after their hold had expired: held again, or refunded. */
  paidLate: { heldAgain: number; refunded: number }
  /** Payments that no longer matched a cart changed during the payment: set aside for staff, who were notified. */
  setAside: number
  mails: number
  mailsTwice: number
  /** Those of them that the mail server accepted without confirming it. */
  mailsTwiceForALostAnswer: number
}

/** The counts that must be zero. */
export const MUST_BE_ZERO = [
  'paidWithoutOrder',
  'ordersWithoutPayment',
  'wrongAmounts',
  'wrongTotals',
  'doubleCharges',
  'oversoldUnits',
  'unitsUnaccountedFor',
  'countsBesideLedger',
  'movementsOutOfStep',
  'ordersBesideLedger',
  'toldPaidButNot',
  'mailsMissing',
  'mailsWithoutReason',
  'tasksGivenUp',
  'orphanPayments',
  'overRefundedUnseen',
  'overRefundedWithoutReason',
  'returnsThatDisagree',
] as const satisfies (keyof AuditCounts)[]

/** Stock by `product` and by `product size`, where it is tracked. */
export type Counts = ReadonlyMap<string, number>

/** Reconciles gateway, orders, stock and mails, row by row. */
export async function audit(
  { db }: ShopDatabase,
  {
    before,
    purchases,
    dataDir,
    sentLog,
  }: { before: Counts; purchases: readonly Purchase[]; dataDir: string; sentLog: string },
): Promise<AuditCounts> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'checkout_id', 'state', 'total_cents', 'paid_at'])
    .execute()
  const intents = await db
    .selectFrom('test_gateway_intents')
    .select(['id', 'order_id', 'amount_cents'])
    .where('state', '=', 'succeeded')
    .execute()
  const back = await readMoneyBack({ db })
  const kept = intents.map((intent) => ({
    ...intent,
    left: intent.amount_cents - (back.returned.get(intent.id) ?? 0),
  }))
  const keptBy = Map.groupBy(
    kept.filter(({ left }) => left > 0),
    ({ order_id }) => order_id,
  )
  const byId = new Map(orders.map((order) => [order.id, order]))
  const sold = orders.filter(({ state }) => state === 'paid')
  const paidFor = (id: OrderId) => (keptBy.get(id) ?? []).reduce((sum, { left }) => sum + left, 0)

  const stock = await stockAgainstSales({ db }, before)
  const mails = await mailsAgainstOrders({ db }, orders, { dataDir, sentLog, lost: back.lost })
  const givenUp = await db.selectFrom('outbox').select('id').where('gave_up_at', 'is not', null).execute()
  return {
    paidWithoutOrder: [...keptBy.keys()].filter((id) => {
      const state = byId.get(id)?.state
      return !KEEPS_MONEY.has(state ?? '')
    }).length,
    ordersWithoutPayment: sold.filter(({ id }) => !keptBy.has(id)).length,
    wrongAmounts: sold.filter(({ id, total_cents }) => keptBy.has(id) && paidFor(id) !== total_cents).length,
    wrongTotals: (await wrongTotals(db)).length,
    doubleCharges: [...keptBy.values()].filter((charges) => charges.length > 1).length,
    toldPaidButNot: reportedPaidButUnpaid(purchases, orders),
    ...stock,
    countsBesideLedger: (await findLedgerDifferences(db)).length,
    movementsOutOfStep: (await movementsOutOfStep(db)).length,
    ordersBesideLedger: (await ordersBesideLedger(db)).length,
    ...mails,
    ...(await moneyBackAgainstOrders({ db }, orders, intents, back)),
    tasksGivenUp: givenUp.length,
    orphanPayments: (await orphanPayments(db)).length,
    ordersByState: Object.fromEntries(
      sumBy(
        orders,
        ({ state }) => state,
        () => 1,
      ),
    ),
    charged: kept.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    refunded: [...back.refunded.values()].reduce((sum, amount) => sum + amount, 0),
    paidLate: await paidLate({ db }),
    setAside: orders.filter(({ state, paid_at }) => state === 'needs-attention' && paid_at === null).length,
  }
}

/** States of orders whose money, or part of it, is with the shop. */
const KEEPS_MONEY = new Set(['paid', 'refunded-in-part', 'needs-attention'])

async function paidLate({ db }: Pick<ShopDatabase, 'db'>) {
  const expired = db.selectFrom('order_events').select('order_id').where('kind', '=', 'expired')
  const then = await db
    .selectFrom('order_events')
    .select(['order_id', 'kind'])
    .where('order_id', 'in', expired)
    .where('kind', 'in', ['held-again', 'refunded'])
    .execute()
  const count = (kind: string) =>
    new Set(then.filter((event) => event.kind === kind).map(({ order_id }) => order_id)).size
  return { heldAgain: count('held-again'), refunded: count('refunded') }
}

function reportedPaidButUnpaid(
  purchases: readonly Purchase[],
  orders: readonly { checkout_id: string; state: string }[],
): number {
  const states = new Map(orders.map(({ checkout_id, state }) => [checkout_id, state]))
  const keeps = new Set([...KEEPS_MONEY, 'refunded'])
  return purchases.filter(
    ({ ending, checkoutId }) => ending === 'paid' && !keeps.has(states.get(checkoutId) ?? ''),
  ).length
}

/** The current stock, by product and by product and size. */
export async function readStock({ db }: Pick<ShopDatabase, 'db'>): Promise<Counts> {
  const products = await db.selectFrom('products').select(['id', 'stock']).execute()
  const sizes = await db.selectFrom('product_sizes').select(['product_id', 'size', 'stock']).execute()
  const counts: (readonly [string, number | null])[] = [
    ...products.map(({ id, stock }) => [id, stock] as const),
    ...sizes.map(({ product_id, size, stock }) => [`${product_id} ${size}`, stock] as const),
  ]
  return new Map(counts.filter((entry): entry is [string, number] => entry[1] !== null))
}

async function stockAgainstSales(database: Pick<ShopDatabase, 'db'>, before: Counts) {
  const lines = await database.db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['product_id', 'size', 'quantity'])
    // A refund here restocks nothing, because no units are chosen.
    .where('orders.paid_at', 'is not', null)
    .execute()
  const held = await database.db.selectFrom('holds').select(['product_id', 'size', 'quantity']).execute()
  const sold = unitsOf(lines)
  const taken = unitsOf([...lines, ...held])
  const now = await readStock(database)
  let oversoldUnits = 0
  let unitsUnaccountedFor = 0
  const unaccounted: string[] = []
  for (const [key, stock] of before) {
    oversoldUnits += Math.max(0, (sold.get(key) ?? 0) - stock)
    const unexplained = stock - (taken.get(key) ?? 0) - (now.get(key) ?? 0)
    if (unexplained !== 0) unaccounted.push(`${key}: ${unexplained}`)
    unitsUnaccountedFor += Math.abs(unexplained)
  }
  return { oversoldUnits, unitsUnaccountedFor, unaccounted }
}

function unitsOf(lines: readonly { product_id: ProductId; size: string; quantity: number }[]): Counts {
  const both = lines.flatMap(({ product_id, size, quantity }) => [
    { key: product_id, quantity },
    { key: `${product_id} ${size}`, quantity },
  ])
  return sumBy(
    both,
    ({ key }) => key,
    ({ quantity }) => quantity,
  )
}
