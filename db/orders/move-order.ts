import type { Kysely, Updateable } from 'kysely'
import type { OrderId } from '#domain/ids.ts'
import { mayBecome, type OrderState } from '#domain/orders/order.ts'
import { columnsOf, compiledStatement } from '#db/engine/compiled-statements.ts'
import type { Database } from '#db/schema.ts'
import { endGiftCardPayments } from '#db/gift-cards/gift-card-payments.ts'
import { voidGiftCards } from '#db/gift-cards/void-gift-cards.ts'
import { markSalesForRecount } from '#db/orders/mark-sales-for-recount.ts'

/** An order that may have been unpaid until now, and in which states it ends so. */
const UNPAID: ReadonlySet<OrderState> = new Set(['pending', 'needs-attention'])
const ENDED: ReadonlySet<OrderState> = new Set(['expired', 'cancelled', 'refunded'])

type OrderColumns = Omit<Updateable<Database['orders']>, 'id' | 'state' | 'version' | 'updated_at'>

interface OrderChange extends OrderColumns {
  id: OrderId
  from: OrderState
  to: OrderState
  updated_at: number
}

/** Its shape: the columns that are set besides state and version. */
const changeOrder = compiledStatement((db, values: OrderChange, shape) =>
  db
    .updateTable('orders')
    .set((e) => ({
      ...columnsOf(values, shape.split(' ') as (keyof OrderColumns)[]),
      state: values.to,
      version: e('version', '+', 1),
    }))
    .where('id', '=', values.id)
    .where('state', '=', values.from),
)

/**
 * The only way an order changes state. Lock the order first. One that ends unpaid gives back what gift cards were to
 * pay, and the gift cards of one whose money is returned end. Throws when ORDER_TRANSITIONS does not allow the change,
 * which callers must check.
 */
export async function moveOrder(
  tx: Kysely<Database>,
  { id, state }: { id: OrderId; state: OrderState },
  to: OrderState,
  now: number,
  columns: OrderColumns = {},
): Promise<void> {
  if (!mayBecome(state, to)) throw new Error(`An order that is ${state} cannot become ${to}`)
  const set = { ...columns, updated_at: now }
  // A pending order counts on no day yet. In any other state, money that the order returned may already count.
  const mayCount = columns.paid_at != null && state !== 'pending'
  const [{ numAffectedRows }] = await Promise.all([
    changeOrder(tx, { ...set, id, from: state, to }, Object.keys(set).join(' ')),
    mayCount && markSalesForRecount(tx, id), // with the change, which may leave with the commit
  ])
  if (numAffectedRows !== 1n) throw new Error(`The order is not ${state} any more`)
  if (!ENDED.has(to)) return
  if (UNPAID.has(state)) await endGiftCardPayments(tx, id, now)
  if (state !== 'pending' && state !== 'expired') await voidGiftCards(tx, id, null, now)
}

/** Gives an order a new version without a change of state, so that changes made on an older version are refused. */
export async function incrementVersion(
  tx: Kysely<Database>,
  id: OrderId,
  now: number,
  columns: OrderColumns = {},
): Promise<void> {
  await tx
    .updateTable('orders')
    .set((e) => ({ ...columns, version: e('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
}
