import type { Kysely, Updateable } from 'kysely'
import type { OrderId } from '#domain/ids.ts'
import { mayBecome, type OrderState } from '#domain/orders/order.ts'
import { engineOf } from '#db/engine/engine.ts'
import { columnsOf, compiledStatement } from '#db/engine/compiled-statements.ts'
import type { Write } from '#db/engine/statements/write-together.ts'
import type { Database } from '#db/schema.ts'
import { markSalesForRecount } from '#db/sales/mark-sales-for-recount.ts'
import { isSold } from '#db/sales/sales.ts'

type OrderColumns = Omit<Updateable<Database['orders']>, 'id' | 'state' | 'version' | 'updated_at'>

interface OrderChange extends OrderColumns {
  id: OrderId
  from: OrderState
  to: OrderState
  seen: number
  updated_at: number
}

/**
 * Its shape: the columns that are set besides state and version. With `seen`, the order must have that version, and no
 * other transaction may be changing it: after a wait, the time in `updated_at` would be earlier than the other change.
 */
const changeOrder = compiledStatement((db, values: OrderChange, shape) => {
  const columns = shape.split(' ').filter((name) => name !== 'seen')
  const isSeen = columns.length < shape.split(' ').length
  return db
    .updateTable('orders')
    .set((e) => ({
      ...columnsOf(values, columns as (keyof OrderColumns)[]),
      state: values.to,
      version: e('version', '+', 1),
    }))
    .where('id', '=', values.id)
    .where('state', '=', values.from)
    .$if(isSeen, (order) => order.where('version', '=', values.seen))
    .$if(isSeen && engineOf(db) === 'postgres', (order) =>
      order.where('id', 'in', (e) =>
        e.selectFrom('orders').select('id').where('id', '=', values.id).forUpdate().skipLocked(),
      ),
    )
})

/**
 * The only way an order changes state. Lock the order first. Throws when ORDER_TRANSITIONS does not allow the change,
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
  const { numAffectedRows } = await changeOrder(
    tx,
    { ...set, id, from: state, to, seen: ANY_VERSION },
    Object.keys(set).join(' '),
  )
  if (numAffectedRows !== 1n) throw new Error(`The order is not ${state} any more`)
  // A pending order counts on no day yet. In any other state, money that the order returned may already count.
  const isLatePayment = columns.paid_at != null && state !== 'pending'
  if (isLatePayment || isSold(state) !== isSold(to)) await markSalesForRecount(tx, id)
}

const ANY_VERSION = 0

/** The write by which a pending order becomes paid, if it is still as it was when it had this version. */
export function paidWrite(
  tx: Kysely<Database>,
  { id, version }: { id: OrderId; version: number },
  now: number,
): Write {
  const change = { id, from: 'pending', to: 'paid', seen: version, paid_at: now, updated_at: now } as const
  return { query: changeOrder.query(tx, change, 'paid_at updated_at seen'), least: 1 }
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
