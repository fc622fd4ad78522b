import { insertRows } from '#db/engine/compiled-statements.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import { toOrderId } from '#domain/ids.ts'
import { addUp, divideOrder } from '#domain/orders/unit-shares.ts'
import { readOrderContents } from '#db/orders/order-content.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { findUnitShares, shareRows } from '#db/orders/unit-shares.ts'

/** How many rows one statement inserts: SQLite takes 32,766 values. */
const MAX_ROWS = 1_000

/** Orders of earlier versions have no shares of their units: this divides them as they were divided on each read. */
export const dividedOrders = {
  name: 'unit-shares',
  async fill(tx: Tx, after: string | null, limit: number) {
    const orders = await lockingOrders(tx)
      .select(['id', 'number'])
      .where('id', '>', toOrderId(after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    const last = orders.at(-1)
    if (last === undefined) return null
    const ids = orders.map(({ id }) => id)
    const [contents, known] = [await readOrderContents(tx, ids), await findUnitShares(tx, ids)]
    const rows = orders.flatMap(({ id, number }) => {
      const content = contents.get(id)!
      if (known.has(id) && addUp(content, known.get(id)!)) return []
      const shares = divideOrder(content)
      if (!addUp(content, shares)) throw new Error(`The shares of order ${number} do not add up to its total`)
      return shareRows(id, shares)
    })
    const divided = [...new Set(rows.map((row) => row.order_id))]
    await tx
      .deleteFrom('unit_shares')
      .where(isAmong(tx, 'order_id', divided))
      .execute()
    for (let from = 0; from < rows.length; from += MAX_ROWS)
      await insertRows(tx, 'unit_shares', rows.slice(from, from + MAX_ROWS))
    return { last: last.id, rows: orders.length }
  },
}
