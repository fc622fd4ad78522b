import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { transact } from '#db/engine/transact.ts'
import { incrementVersion } from '#db/orders/move-order.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { findRefundedParts } from '#db/orders/refunded-units.ts'
import { findShipments } from '#db/orders/shipments.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findLineProgress } from '#db/refunds/fulfilment-status.ts'
import { findDisputes } from '#db/refunds/disputes.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { Database } from '#db/schema.ts'
import { findPreorders, writePromise } from '#db/stock/preorders.ts'
import { sumReceived } from '#domain/checkout/payment.ts'
import { toRefundId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { LineUnits } from '#domain/orders/fulfilment.ts'
import type { Order } from '#domain/orders/order.ts'
import { offerRefund, priceChoice } from '#domain/refunds/refund-price.ts'
import { isDisputed } from '#domain/refunds/dispute.ts'
import { leftToRefund } from '#domain/refunds/refund.ts'
import { shopDay, type ShopDay } from '#domain/shop-day.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import type { Shop } from '#operations/shop.ts'

/** What a shopper may decide about the pre-ordered items of an order. */
export interface OwnPreorder {
  /** What they get back for `units`; with `shipping` where nothing else is sent. */
  refund: { amount: Cents; units: LineUnits[]; shipping: boolean } | null
  /** Lines that ship later than they agreed to, and from when. */
  later: { position: number; shipsOn: ShopDay }[]
}

/**
 * What the shopper may decide now: whole lines that were sold before they were made are refunded until they ship, on
 * the day that was agreed to, or for as long as they have not come in. Staff alone give back what they received outside
 * the shop, and decide about an order that is disputed or set aside.
 */
export async function readOwnPreorder(
  { database, now, settings: { timeZone } }: Pick<Shop, 'database' | 'now' | 'settings'>,
  order: Order,
  db: Kysely<Database> = database.db,
): Promise<OwnPreorder> {
  const preordered = order.lines.flatMap(({ shipsOn, ...line }, position) =>
    shipsOn === undefined ? [] : [{ ...line, shipsOn, position }],
  )
  if (preordered.length === 0 || order.erasure) return { refund: null, later: [] }
  const [progress, content, refunded, shipments, payments, refunds, disputes] = await Promise.all([
    findLineProgress(db, order.id),
    readOrderContent(db, order.id),
    findRefundedParts(db, order.id),
    findShipments(db, order.id),
    findPayments(db, order.id),
    findRefunds(db, order.id),
    findDisputes(db, order.id),
  ])
  const isForStaff =
    order.state === 'needs-attention' ||
    isDisputed(disputes) ||
    payments.some(({ kind, received }) => kind === 'external' && received > 0)
  const isWhole = (position: number) =>
    progress.some((one) => one.position === position && one.open > 0 && one.shipped === 0)
  const open = preordered.filter(({ position }) => isWhole(position))
  const today = shopDay(now(), timeZone)
  const units = open
    .filter(({ shipsOn, isAwaited }) => today < shipsOn || isAwaited)
    .map(({ position }) => ({ position, quantity: progress[position]!.open }))
  const isAll = progress.every(
    (one) => one.shipped === 0 && (one.open === 0 || units.some(({ position }) => position === one.position)),
  )
  const shipping = isAll && !refunded.shipping && !order.lines.some(({ giftCard }) => giftCard)
  const left = leftToRefund(sumReceived(payments), refunds)
  const priced = priceChoice(offerRefund({ ...content, shipments }, refunded, left), {
    items: units,
    shipping,
  })
  const awaited = open.filter(({ isAwaited }) => isAwaited)
  const plans = new Map(
    await Promise.all(
      awaited.map(async ({ productId }) => [productId, await findPreorders(db, productId)] as const),
    ),
  )
  return {
    refund:
      !isForStaff && priced.kind === 'priced' && priced.amount > 0
        ? { amount: priced.amount, units, shipping }
        : null,
    later: awaited.flatMap(({ position, productId, size, shipsOn }) => {
      const planned = plans.get(productId)?.get(size)?.shipsOn
      return planned !== undefined && planned > shipsOn ? [{ position, shipsOn: planned }] : []
    }),
  }
}

/** Gives back what pre-ordered items cost, by one tap of the shopper. False: the order is another one by now. */
export async function refundOwnPreorder(shop: Shop, order: Order): Promise<boolean> {
  const { refund } = await readOwnPreorder(shop, order)
  if (refund === null) return false
  const { units, shipping } = refund
  const outcome = await refundOrder(shop, {
    number: order.number,
    version: order.version,
    by: 'shopper',
    permissions: PERMISSIONS,
    refundId: toRefundId(randomUUID()),
    amount: { items: units, shipping },
    reason: 'Pre-order cancelled by the customer',
    restock: units,
  })
  return outcome.kind === 'requested'
}

/** The shopper keeps what ships later: from now on that day is what they agreed to. */
export async function keepOwnPreorder(shop: Shop, order: Order): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    const row = await lockingOrders(tx).select('version').where('id', '=', order.id).executeTakeFirst()
    if (row?.version !== order.version) return false
    const { later } = await readOwnPreorder(shop, order, tx)
    for (const { position, shipsOn } of later)
      await writePromise(tx, { orderId: order.id, position, shipsOn })
    const [first] = later
    if (!first) return false
    await incrementVersion(tx, order.id, shop.now())
    await recordEvent(tx, order.id, shop.now(), 'preorder-kept', { after: first.shipsOn }, 'shopper')
    return true
  })
}
