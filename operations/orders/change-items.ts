import { holdAwaited, releaseArrived } from '#db/stock/preorders.ts'
import { preorderDay } from '#domain/catalog/preorder.ts'
import { randomUUID } from 'node:crypto'
import { findClaim } from '#db/packing/packing-claims.ts'
import { lockStock } from '#db/catalog/stock.ts'
import { readProductsForSale } from '#db/catalog/products-for-sale.ts'
import { findChosenShipping } from '#db/orders/change-address.ts'
import { writeItems } from '#db/orders/change-items.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { findRefundedParts, findUnconfirmedUnits } from '#db/orders/refunded-units.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { findLineProgress, updateFulfilment } from '#db/refunds/fulfilment-status.ts'
import type { Tx } from '#db/engine/transact.ts'
import { destinationOf, type Tariff } from '#domain/checkout/tariff.ts'
import { MAX_CHARGE, addCents, type Cents } from '#domain/money.ts'
import { isDelivered, orderLinePrice, type OrderLine } from '#domain/orders/order.ts'
import {
  changedLines,
  lineToChange,
  type ItemChange,
  type ItemChangeObstacle,
} from '#domain/refunds/item-change.ts'
import type { OrderContent } from '#domain/refunds/order-parts.ts'
import { repriceOrder } from '#domain/refunds/reprice-order.ts'
import {
  changeAsStaff,
  type ChangeRefusal,
  type ChangingOrder,
  type StaffRequest,
} from '#operations/change-as-staff.ts'
import { withOwnUnits } from '#operations/checkout/check-cart.ts'
import { termsOfOrder } from '#operations/checkout/current-tariff.ts'
import { shippingAfterChange } from '#operations/checkout/shipping-after-change.ts'
import type { Shop } from '#operations/shop.ts'
import { findLineProblem, type LineProblem } from '#operations/find-line-problem.ts'
import {
  checkDifference,
  settleDifference,
  type DifferenceRefusal,
  type DifferenceRequest,
} from '#operations/refunds/settle-difference.ts'

/** A change of one line of an order, as far as it was not sent. */
export interface ItemChangeRequest extends StaffRequest, DifferenceRequest {
  version: number
  change: ItemChange
}

/** The totals before and after, in cents. `packing`: who packs the order now, if anyone does. */
export interface PricedItemChange {
  kind: 'items-priced'
  before: Cents
  after: number
  difference: number
  packing: string | null
}

export type ItemChangeRefusal =
  | { kind: ItemChangeObstacle }
  | { kind: 'item-unavailable'; problem: LineProblem }
  | { kind: 'too-expensive' }

export type ItemChangeOutcome = { kind: 'items-changed' } | ItemChangeRefusal | DifferenceRefusal

/** What the order would cost with other items. Nothing is changed. */
export async function priceItemChange(
  shop: Shop,
  request: StaffRequest & { change: ItemChange },
  tariff?: Tariff,
): Promise<PricedItemChange | ItemChangeRefusal | ChangeRefusal> {
  return changeAsStaff(
    shop,
    'items',
    request,
    async (tx, order): Promise<PricedItemChange | ItemChangeRefusal> => {
      const priced = await price(shop, tx, order, request.change, tariff)
      if (priced.kind !== 'priced') return priced
      const claim = await findClaim(tx, order.id)
      const before = totalOf(priced.content)
      return {
        kind: 'items-priced',
        before,
        after: totalOf({ lines: priced.lines, adjustments: priced.adjustments }),
        difference: priced.difference,
        packing: claim !== null && claim.packedAt === null ? claim.by : null,
      }
    },
  )
}

/**
 * Replaces units of a line that are still to be sent: the old units return to stock and the new ones are taken, in one
 * transaction with the money. The customer gets a mail.
 */
export async function changeItems(
  shop: Shop,
  request: ItemChangeRequest,
  tariff?: Tariff,
): Promise<ItemChangeOutcome | ChangeRefusal> {
  const outcome = await changeAsStaff(shop, 'items', request, (tx, order) =>
    write(shop, tx, order, request, tariff),
  )
  if (outcome.kind !== 'written') return outcome
  if (outcome.availabilityChanged) await shop.changes.publish('catalogue')
  return { kind: 'items-changed' }
}

async function write(
  shop: Shop,
  tx: Tx,
  order: ChangingOrder,
  request: ItemChangeRequest,
  tariff: Tariff | undefined,
): Promise<ItemChangeRefusal | DifferenceRefusal | { kind: 'written'; availabilityChanged: boolean }> {
  const { change, by } = request
  const now = shop.now()
  const priced = await price(shop, tx, order, change, tariff)
  if (priced.kind !== 'priced') return priced
  const agreed = checkDifference(shop, order, priced, request)
  if (agreed.kind !== 'agreed') return agreed
  const { content, line, sent, stock } = priced
  const sentBefore = sent === null ? null : await findChosenShipping(tx, order.id)
  await writeItems(tx, order.id, content.lines, { ...agreed.content, sent }, now)
  await updateFulfilment(tx, order.id)
  await holdAwaited(tx, order.id, now)
  await releaseArrived(tx, [order.id])
  const { productId, size } = line
  const old = { productId, size, quantity: change.quantity, fromProduct: true, fromSize: true }
  const stockChange = { by, orderId: order.id, at: now }
  const { backInStock } = stock.giveBack([old], { ...stockChange, reason: 'returned' })
  const taken = stock.take([change.to], { ...stockChange, reason: 'sold' })
  if (taken === null) throw new Error('Units of locked products were there and are not')
  await stock.write(tx)
  const [before, after] = [
    itemWords({ ...line, quantity: change.quantity }),
    itemWords({ ...change.to, name: priced.name }),
  ]
  await recordEvent(tx, order.id, now, 'items-changed', { before, after, ...agreed.detail }, by)
  await settleDifference(shop, tx, order, agreed, {
    ...request,
    change: { kind: 'items', before, after },
    undo: { ...content, customer: null, sent: sentBefore },
    now,
  })
  if (request.increase?.method === 'link' && priced.difference > 0) {
    return { kind: 'written', availabilityChanged: backInStock || taken.soldOut }
  }
  const id = `items-changed-${randomUUID()}`
  const payload = { orderId: order.id, id, change: { before, after, refunded: agreed.amount } }
  await enqueue(tx, [{ kind: 'items-changed', payload, dedupeKey: id }], now)
  return { kind: 'written', availabilityChanged: backInStock || taken.soldOut }
}

/** The changed order with its price. Locks the products of both items. */
async function price(
  shop: Shop,
  tx: Tx,
  { id }: ChangingOrder,
  change: ItemChange,
  given: Tariff | undefined,
) {
  const order = await tx
    .selectFrom('orders')
    .select(['country', 'region', 'postal', 'delivery', 'shipping_method', 'duty_terms'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const content = await readOrderContent(tx, id)
  const refunded = await findRefundedParts(tx, id)
  const progress = await findLineProgress(tx, id)
  const open = new Map(progress.map((one) => [one.position, one.open]))
  const unconfirmed = await findUnconfirmedUnits(tx, id)
  const line = lineToChange(content.lines, change, { open, unconfirmed })
  if (typeof line === 'string') return { kind: line } as const
  const { to, quantity } = change
  const stock = await lockStock(tx, [line, to], shop.now())
  const own = { productId: line.productId, size: line.size, quantity }
  const products = withOwnUnits(await readProductsForSale(tx, [to.productId], shop.now()), [own])
  const product = products.get(to.productId)
  const problem = findLineProblem(product, to)
  if (problem !== null || product === undefined) {
    return { kind: 'item-unavailable', problem: problem ?? { kind: 'gone' } } as const
  }
  const { lines, changes } = changedLines(content, change, line, {
    ...product,
    shipsOn: preorderDay(
      product.sizes.find((one) => one.size === to.size),
      to.quantity,
    ),
  })
  const destination = destinationOf(order)
  const { tariff, choices, promote } = await termsOfOrder(shop, tx, id, given)
  const isHandedOver = !isDelivered(order.delivery)
  const terms = { from: destination, to: destination, tariff, choices, promote, refunded, isHandedOver }
  const repriced = repriceOrder(content, { ...terms, lines, changes })
  if (totalOf({ lines, adjustments: repriced.adjustments }) > MAX_CHARGE)
    return { kind: 'too-expensive' } as const
  const name = line.productId === to.productId ? line.name : product.name
  const sent = shippingAfterChange(order, lines, { changes, to: destination, tariff, choices })
  return { kind: 'priced', content, line, name, sent, stock, ...repriced } as const
}

function totalOf({ lines, adjustments }: OrderContent): Cents {
  return addCents([...lines.map(orderLinePrice), ...adjustments.map(({ amount }) => amount)])
}

function itemWords({ name, size, quantity }: Pick<OrderLine, 'name' | 'size' | 'quantity'>): string {
  return `${quantity} x ${name}, ${size}`
}
