import type { Tx } from '#db/engine/transact.ts'
import { findRefundedParts, settleRefundedUnits } from '#db/orders/refunded-units.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { toOrderId } from '#domain/ids.ts'
import { isDeepStrictEqual } from 'node:util'

/** Refunds of earlier versions name their units as JSON, or not at all: this stores them as rows. */
export const settledRefunds = {
  name: 'settled-units',
  async fill(tx: Tx, after: string | null, limit: number) {
    const refunded = tx.selectFrom('refund_parts').select('order_id')
    const orders = await lockingOrders(tx)
      .select(['id', 'number'])
      .where('id', 'in', refunded)
      .where('id', '>', toOrderId(after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    for (const { id, number } of orders) {
      const before = await findRefundedParts(tx, id)
      await settleRefundedUnits(tx, id)
      if (!isDeepStrictEqual(await findRefundedParts(tx, id), before))
        throw new Error(`The refunds of order ${number} would be of other units`)
    }
    const last = orders.at(-1)
    return last === undefined ? null : { last: last.id, rows: orders.length }
  },
}
