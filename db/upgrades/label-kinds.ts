import type { Tx } from '#db/engine/transact.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { writeLabelKinds } from '#db/orders/order-content.ts'
import { toOrderId } from '#domain/ids.ts'

/** Rows of earlier versions get the kind of their label. */
export const labelKinds = {
  name: 'label-kinds',
  async fill(tx: Tx, after: string | null, limit: number) {
    const orders = await lockingOrders(tx)
      .select('id')
      .where('id', '>', toOrderId(after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    const last = orders.at(-1)
    if (last === undefined) return null
    await writeLabelKinds(
      tx,
      orders.map(({ id }) => id),
    )
    return { last: last.id, rows: orders.length }
  },
}
