import type { Tx } from '#db/engine/transact.ts'
import { readOrderContent, rewriteAdjustments, totalColumns } from '#db/orders/order-content.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { findRefundedParts } from '#db/orders/refunded-units.ts'
import { toOrderId, type OrderId } from '#domain/ids.ts'
import { addCents } from '#domain/money.ts'
import { isSameLabel } from '#domain/orders/amount-label.ts'
import { orderLinePrice } from '#domain/orders/order.ts'
import { chargeWaived, isWaiver, NOT_CHARGED, waiveIncrease } from '#domain/refunds/waive-increase.ts'

/**
 * Earlier versions deducted a waived amount from the items only, and left a cancelled order at the total of an unpaid
 * change. This recalculates the taxes and totals of such orders by the present rules.
 */
export const waivedTaxes = {
  name: 'waived-taxes',
  async fill(tx: Tx, after: string | null, limit: number) {
    const orders = await tx
      .selectFrom('orders')
      .select('id')
      .where('id', '>', toOrderId(after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    const [first, last] = [orders[0], orders.at(-1)]
    if (first === undefined || last === undefined) return null
    for (const id of await findWaived(tx, first.id, last.id)) await waiveTaxes(tx, id)
    for (const { id, amount } of await findVoided(tx, first.id, last.id)) await takeOff(tx, id, amount)
    return { last: last.id, rows: orders.length }
  },
}

/** Orders of which something was waived. */
async function findWaived(tx: Tx, first: OrderId, last: OrderId): Promise<OrderId[]> {
  const rows = await tx
    .selectFrom('order_adjustments')
    .select('order_id')
    .distinct()
    .where('order_id', '>=', first)
    .where('order_id', '<=', last)
    .where('kind', '=', 'price-change')
    .where('line_position', 'is', null)
    .execute()
  return rows.map(({ order_id }) => order_id)
}

/** Orders that were cancelled before a change of them was paid, with what that cost. */
async function findVoided(tx: Tx, first: OrderId, last: OrderId) {
  return tx
    .selectFrom('payment_links')
    .select(['order_id as id', 'amount_cents as amount'])
    .where('order_id', '>=', first)
    .where('order_id', '<=', last)
    .where('state', '=', 'void')
    .execute()
}

async function lock(tx: Tx, id: OrderId) {
  await lockingOrders(tx).select('id').where('id', '=', id).execute()
  return { content: await readOrderContent(tx, id), refunded: await findRefundedParts(tx, id) }
}

async function waiveTaxes(tx: Tx, id: OrderId): Promise<void> {
  const { content, refunded } = await lock(tx, id)
  const isDone = content.adjustments.some(({ waived }) => waived !== undefined)
  if (isDone || !content.adjustments.some(isWaiver)) return
  await rewriteAdjustments(tx, id, chargeWaived(content, 0, NOT_CHARGED, refunded))
}

async function takeOff(tx: Tx, id: OrderId, amount: number): Promise<void> {
  const { content, refunded } = await lock(tx, id)
  if (content.adjustments.some(({ label }) => isSameLabel(label, NOT_CHARGED))) return
  const after = waiveIncrease(content, amount, NOT_CHARGED, refunded)
  const { adjustments } = after
  const subtotal = addCents(content.lines.map(orderLinePrice))
  const total = addCents([subtotal, ...adjustments.map((one) => one.amount)])
  await tx
    .updateTable('orders')
    .set(totalColumns({ subtotal, adjustments, total }))
    .where('id', '=', id)
    .execute()
  await rewriteAdjustments(tx, id, after)
}
