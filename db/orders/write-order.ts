import type { OrderId } from '#domain/ids.ts'
import type { OrderShipping } from '#domain/orders/order-shipping.ts'
import type { Customer, Delivery, OrderState } from '#domain/orders/order.ts'
import { discardIntent, reopenCardPayment } from '#db/checkout/payments.ts'
import type { PricedBy } from '#domain/checkout/tariff.ts'
import type { OrderTotals } from '#domain/orders/order-total.ts'
import { moveOrder, incrementVersion } from './move-order.ts'
import { deleteOrderContent, totalColumns } from './order-content.ts'
import { pricedByColumns } from './priced-by.ts'
import { searchColumns, searchWrites, writeOrderSearch } from './order-search.ts'
import type { TakenUnits } from '#db/catalogue/stock.ts'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { Insert, type Write } from '#db/engine/statements/write-together.ts'
import type { Tx } from '#db/engine/transact.ts'

/** The content of an order row. */
export interface OrderEntry {
  id: OrderId
  customer: Customer
  note: string
  totals: OrderTotals
  delivery: Delivery
  shipping: OrderShipping
  pricedBy: PricedBy
  /** See `visitorKey` in operations/visitor-key.ts. */
  placedFrom: string
  now: number
}

/** The existing order of a checkout. */
export interface ExistingOrder {
  id: OrderId
  number: string
  state: OrderState
  searchText: string
}

/** How a new order was made. `madeBy`: as in the orders table. */
interface OrderOrigin {
  number: string
  checkoutId: string
  madeBy?: string
  /** The version of the policies that the shopper agreed to. */
  policiesVersion?: number
}

/**
 * Inserts a new unpaid order, without its payment and its content (order-content.ts). False, with nothing written, when
 * the checkout already has an order because it was placed twice at once.
 */
export async function insertOrder(...order: Parameters<typeof orderWrites>): Promise<boolean> {
  const [tx] = order
  const [first, ...rest] = orderWrites(...order)
  const { numAffectedRows } = await tx.executeQuery(first.query)
  if (numAffectedRows === 0n) return false
  for (const { query } of rest) await tx.executeQuery(query)
  return true
}

/** The writes of `insertOrder`. The first one relies on there being no order of the checkout. */
export function orderWrites(
  tx: Tx,
  { id, customer, note, totals, delivery, shipping, pricedBy, now }: Omit<OrderEntry, 'placedFrom'>,
  { number, checkoutId, madeBy, policiesVersion }: OrderOrigin,
): [Insert<'orders'>, ...Write[]] {
  const row = {
    id,
    number,
    checkout_id: checkoutId,
    state: 'pending' as const,
    ...customer,
    note,
    ...totalColumns(totals),
    ...pricedByColumns(pricedBy),
    created_at: now,
    updated_at: now,
    paid_at: null,
    ...searchColumns(number, customer),
    made_by: madeBy ?? null,
    delivery,
    ...shippingColumns(shipping),
    policies_version: policiesVersion ?? null,
  }
  return [new Insert(tx, 'orders', [row], { unless: 'checkout_id', least: 1 }), ...searchWrites(tx, id)]
}

/** Updates an unpaid order, without its content. `deadIntentId`: its gateway payment that can no longer be paid. */
export async function changeOrder(
  tx: Tx,
  { id, customer, note, totals, delivery, shipping, pricedBy, placedFrom, now }: OrderEntry,
  {
    known,
    deadIntentId,
    gateway,
    policiesVersion,
  }: { known: ExistingOrder; deadIntentId: string | null; gateway: string; policiesVersion: number },
): Promise<void> {
  const found = searchColumns(known.number, customer)
  const columns = {
    ...customer,
    note,
    ...totalColumns(totals),
    delivery,
    ...shippingColumns(shipping),
    ...pricedByColumns(pricedBy),
    ...found,
    policies_version: policiesVersion,
  }
  if (known.state === 'pending') {
    await incrementVersion(tx, id, now)
    await tx.updateTable('orders').set(columns).where('id', '=', id).execute()
  } else await moveOrder(tx, { id, state: known.state }, 'pending', now, columns)
  if (found.search_text !== known.searchText) await writeOrderSearch(tx, id)
  await reopenCardPayment(tx, { orderId: id, amount: totals.total, placedFrom, now })
  if (deadIntentId !== null) await discardIntent(tx, { orderId: id, intentId: deadIntentId, gateway })
  await deleteOrderContent(tx, id)
}

/** How an order is sent, as columns of its row. */
export function shippingColumns({ method, name, leastDays, mostDays, duty }: OrderShipping) {
  return {
    shipping_method: method,
    shipping_name: name,
    shipping_least_days: leastDays,
    shipping_most_days: mostDays,
    duty_terms: duty,
  }
}

/** Records that these units, already taken out of stock, are held for this order. */
export async function writeHold(
  tx: Tx,
  orderId: OrderId,
  units: readonly TakenUnits[],
  expiresAt: number,
): Promise<void> {
  const rows = units.map(({ productId, size, quantity, fromProduct, fromSize }) => ({
    order_id: orderId,
    product_id: productId,
    size,
    quantity,
    from_product: Number(fromProduct),
    from_size: Number(fromSize),
    expires_at: expiresAt,
  }))
  await insertRows(tx, 'holds', rows)
}
