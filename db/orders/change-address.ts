import type { OrderId } from '#domain/ids.ts'
import { rewriteAdjustments, totalColumns } from './order-content.ts'
import { incrementVersion } from './move-order.ts'
import { searchColumns, writeOrderSearch } from './order-search.ts'
import { shippingColumns } from './write-order.ts'
import type { ChosenShipping } from '#domain/checkout/shipping/order-shipping.ts'
import type { Tx } from '#db/engine/transact.ts'
import { addCents } from '#domain/money.ts'
import { orderLinePrice, type Customer } from '#domain/orders/order.ts'
import type { SharedContent } from '#domain/refunds/order-parts.ts'

/** Writes another address and recipient of an order, with the amounts that follow from it. Lock the order first. */
export async function writeAddress(
  tx: Tx,
  { id, number }: { id: OrderId; number: string },
  {
    customer,
    sent,
    ...content
  }: Required<SharedContent> & { customer: Customer; sent: ChosenShipping | null },
  now: number,
): Promise<void> {
  const { lines, adjustments } = content
  const subtotal = addCents(lines.map(orderLinePrice))
  const total = addCents([subtotal, ...adjustments.map(({ amount }) => amount)])
  await incrementVersion(tx, id, now, {
    ...customer,
    ...totalColumns({ subtotal, adjustments, total }),
    ...searchColumns(number, customer),
    ...(sent && { delivery: sent.delivery, ...shippingColumns(sent.shipping) }),
  })
  await writeOrderSearch(tx, id)
  await rewriteAdjustments(tx, id, content)
}

/**
 * Writes another email address of an order, and ends the links that were mailed before. Uses of promotions stay counted
 * by the address that the order was placed with. Lock the order first.
 */
export async function writeEmail(
  tx: Tx,
  { id, number }: { id: OrderId; number: string },
  email: string,
  now: number,
): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select(['name', 'address', 'postal', 'country', 'link_version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await incrementVersion(tx, id, now, {
    email,
    link_version: order.link_version + 1,
    ...searchColumns(number, { ...order, email }),
  })
  await writeOrderSearch(tx, id)
}

/** How an order is sent before a change. */
export async function findChosenShipping(tx: Tx, id: OrderId): Promise<ChosenShipping> {
  const row = await tx
    .selectFrom('orders')
    .select(['delivery', 'shipping_method', 'shipping_name', 'shipping_least_days', 'shipping_most_days'])
    .select('duty_terms')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    delivery: row.delivery,
    shipping: {
      method: row.shipping_method,
      name: row.shipping_name,
      leastDays: row.shipping_least_days,
      mostDays: row.shipping_most_days,
      duty: row.duty_terms,
    },
  }
}
