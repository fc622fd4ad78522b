import type { Kysely } from 'kysely'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import { COUNTS } from '#db/engine/counting-orders.ts'
import type { Database } from '#db/schema.ts'
import type { BuyerSign } from '#domain/drops/buyer.ts'
import type { OrderId, ProductId } from '#domain/ids.ts'

/** A person in a drop. `key`: a keyed digest, for this drop only. */
export interface DropBuyer {
  dropId: string
  sign: BuyerSign
  key: string
}

/** Units of a product that a buyer has in an order that counts. */
export interface BoughtUnits {
  key: string
  orderId: OrderId
  productId: ProductId
  quantity: number
}

/** What these buyers have bought, or hold unpaid. */
export async function findBought(db: Kysely<Database>, keys: readonly string[]): Promise<BoughtUnits[]> {
  return db
    .selectFrom('drop_buyers')
    .innerJoin('orders', 'orders.id', 'drop_buyers.order_id')
    .innerJoin('order_lines', 'order_lines.order_id', 'drop_buyers.order_id')
    .select(['drop_buyers.buyer as key', 'drop_buyers.order_id as orderId'])
    .select(['order_lines.product_id as productId', 'order_lines.quantity'])
    .where(isAmong(db, 'drop_buyers.buyer', keys))
    .where(COUNTS)
    .execute()
}

/** Records of whom orders are. */
export async function writeBuyers(
  tx: Tx,
  orders: readonly { id: OrderId; buyers: readonly DropBuyer[] }[],
): Promise<void> {
  const rows = orders.flatMap(({ id, buyers }) =>
    buyers.map(({ dropId, sign, key }) => ({ order_id: id, drop_id: dropId, buyer: key, sign })),
  )
  await insertRows(tx, 'drop_buyers', rows)
}

/** Of whom an order is. */
export async function findBuyers(db: Kysely<Database>, orderId: OrderId): Promise<DropBuyer[]> {
  return db
    .selectFrom('drop_buyers')
    .select(['drop_id as dropId', 'sign', 'buyer as key'])
    .where('order_id', '=', orderId)
    .execute()
}

/** Deletes of whom an unpaid order is, to write it again. */
export async function deleteBuyers(tx: Tx, orderId: OrderId): Promise<void> {
  await tx.deleteFrom('drop_buyers').where('order_id', '=', orderId).execute()
}
