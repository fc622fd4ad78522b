import type { OrderId } from '#domain/ids.ts'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import type { Cents } from '#domain/money.ts'
import type { SaleTexts } from '#domain/orders/sale-texts.ts'
import type { OrderShipping } from '#domain/orders/order-shipping.ts'
import type { Customer, Delivery, OrderState } from '#domain/orders/order.ts'
import { discardIntent, reopenCardPayment } from '#db/checkout/payments.ts'
import type { PricedBy } from '#domain/checkout/tariff.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import type { OrderTotals } from '#domain/orders/order-total.ts'
import { moveOrder, incrementVersion } from './move-order.ts'
import { deleteOrderContent, totalColumns } from './order-content.ts'
import { pricedByColumns } from './priced-by.ts'
import { searchColumns, writeOrderSearch } from './order-search.ts'
import type { TakenUnits } from '#db/catalog/stock.ts'
import { compiledInsert, insertRows } from '#db/engine/compiled-statements.ts'
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
  language: string
  /** See `Order.said`. */
  said?: SaleTexts
  /** See `visitorKey` in operations/visitor-key.ts. */
  placedFrom: string
  /** See the orders table. */
  payBy?: number | null
  now: number
}

/** The existing order of a checkout. */
export interface ExistingOrder {
  id: OrderId
  number: string
  state: OrderState
  searchText: string
  payBy: number | null
}

/** A new order. `madeBy`: as in the orders table. `policiesVersion`: of the policies that the shopper agreed to. */
export interface NewOrder extends Omit<OrderEntry, 'placedFrom'> {
  number: string
  checkoutId: string
  madeBy?: string
  policiesVersion?: number
}

/**
 * Inserts new unpaid orders, without their payments and their content (order-content.ts). Returns those that are new:
 * not one whose checkout has an order already, because it was placed twice at once.
 */
export async function insertOrders(tx: Tx, orders: readonly NewOrder[]): Promise<ReadonlySet<OrderId>> {
  // In one order, so that two transactions with the same checkouts cannot wait for each other.
  const rows = orders.map(orderRow).toSorted((one, other) => (one.checkout_id < other.checkout_id ? -1 : 1))
  const insert = compiledInsert(tx, 'orders', rows, { unless: 'checkout_id', returning: 'id' })
  const inserted = (await tx.executeQuery(insert)).rows as { id: OrderId }[]
  for (const { id } of inserted) await writeOrderSearch(tx, id)
  return new Set(inserted.map(({ id }) => id))
}

function orderRow({ id, customer, note, totals, delivery, shipping, pricedBy, now, ...order }: NewOrder) {
  return {
    id,
    number: order.number,
    checkout_id: order.checkoutId,
    state: 'pending' as const,
    ...customer,
    note,
    ...totalColumns(totals),
    ...pricedByColumns(pricedBy),
    created_at: now,
    updated_at: now,
    pay_by: order.payBy ?? null,
    paid_at: null,
    ...searchColumns(order.number, customer),
    made_by: order.madeBy ?? null,
    delivery,
    ...shippingColumns(shipping),
    fulfilment: firstFulfilment(delivery),
    policies_version: order.policiesVersion ?? null,
    limit_email: limitEmail(customer.email),
    language: order.language,
    said: saidColumn(order.said),
  }
}

function saidColumn(said: SaleTexts = null): string | null {
  return said && JSON.stringify(said)
}

/** What is to be sent of a new order. */
function firstFulfilment(delivery: Delivery): FulfilmentStatus {
  return delivery === 'none' ? 'nothing-to-fulfil' : 'unfulfilled'
}

/** Deletes orders that were inserted in this transaction, and have nothing else yet. */
export async function deleteOrders(tx: Tx, ids: readonly OrderId[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('orders').where('id', 'in', ids).execute()
}

/**
 * Updates an unpaid order, without its content. `deadIntentId`: its gateway payment that can no longer be paid. `rest`:
 * what is left for the gateway.
 */
export async function changeOrder(
  tx: Tx,
  {
    id,
    customer,
    note,
    totals,
    delivery,
    shipping,
    pricedBy,
    language,
    said,
    placedFrom,
    payBy = null,
    now,
  }: OrderEntry,
  {
    known,
    deadIntentId,
    gateway,
    policiesVersion,
    rest,
  }: {
    known: ExistingOrder
    deadIntentId: string | null
    gateway: string
    policiesVersion: number
    rest: Cents
  },
): Promise<void> {
  const found = searchColumns(known.number, customer)
  const columns = {
    ...customer,
    note,
    ...totalColumns(totals),
    delivery,
    fulfilment: firstFulfilment(delivery),
    ...shippingColumns(shipping),
    ...pricedByColumns(pricedBy),
    language,
    said: saidColumn(said),
    ...found,
    policies_version: policiesVersion,
    limit_email: limitEmail(customer.email),
    pay_by: payBy,
  }
  if (known.state === 'pending') {
    await incrementVersion(tx, id, now)
    await tx.updateTable('orders').set(columns).where('id', '=', id).execute()
  } else await moveOrder(tx, { id, state: known.state }, 'pending', now, columns)
  if (found.search_text !== known.searchText) await writeOrderSearch(tx, id)
  await reopenCardPayment(tx, { orderId: id, amount: rest, placedFrom, gateway, now })
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

/** Units that an order holds: they are already taken out of stock. */
export interface Hold {
  orderId: OrderId
  units: readonly TakenUnits[]
  expiresAt: number
}

/** Records what orders hold. */
export async function writeHolds(tx: Tx, holds: readonly Hold[]): Promise<void> {
  const rows = holds.flatMap(({ orderId, units, expiresAt }) =>
    units.map(({ productId, size, quantity, fromProduct, fromSize }) => ({
      order_id: orderId,
      product_id: productId,
      size,
      quantity,
      from_product: Number(fromProduct),
      from_size: Number(fromSize),
      expires_at: expiresAt,
    })),
  )
  await insertRows(tx, 'holds', rows)
}
