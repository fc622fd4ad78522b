import type { Kysely } from 'kysely'
import { readProductsForSale } from '#db/catalog/products-for-sale.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findHold } from '#db/orders/holds.ts'
import { findBatchesOf } from '#db/packing/batches.ts'
import { findClaim } from '#db/packing/packing-claims.ts'
import { findDueLink } from '#db/payment-links/payment-links.ts'
import { findDisputes } from '#db/refunds/disputes.ts'
import type { Database } from '#db/schema.ts'
import { preorderDay } from '#domain/catalog/preorder.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { Cents } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { isDisputed } from '#domain/refunds/dispute.ts'
import { leftToRefund } from '#domain/refunds/refund.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { sumReceived } from '#domain/checkout/payment.ts'
import { OWN_CHANGES } from '#domain/settings/own-changes.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import type { StaffRequest } from '#operations/change-as-staff.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { cancelOrder } from './cancel-order.ts'
import { changeAddress, priceAddress, type Recipient } from './change-address.ts'
import { changeItems, priceItemChange } from './change-items.ts'
import { findLineProblem } from '#operations/find-line-problem.ts'

/** What a customer may still change of an order. */
export interface OwnChanges {
  /** When it ends by itself, in epoch milliseconds. */
  until: number
  /** What cancelling it returns. */
  refund: Cents
  /** The other sizes that there are for whole lines. */
  sizes: { position: number; sizes: Size[] }[]
  mayMove: boolean
}

/** A change by the customer: another size of a whole line, or another recipient. */
export type OwnChange =
  | { kind: 'size'; position: number; size: Size }
  | { kind: 'address'; recipient: Recipient }

/** Why a change was refused: kinds of `changeItems`, `changeAddress` and `cancelOrder`. Nothing was changed. */
export type OwnRefusal = Exclude<
  Awaited<ReturnType<typeof makeOwnChange | typeof cancelOwnOrder | typeof priceOwnChange>>,
  { kind: 'cancelled' | 'items-changed' | 'address-changed' | 'priced' }
>

/** How often one order is changed by its customer: each time sends an email. */
const MAX_CHANGES = 10

type Changeable = Pick<Order, 'id' | 'paidAt' | 'state' | 'fulfilment'>

/**
 * Until when the order may be changed by its customer; null: no more. Staff alone decide what is disputed or on hold.
 */
async function changeableUntil(
  shop: Shop,
  db: Kysely<Database>,
  { id, paidAt, state, fulfilment }: Changeable,
): Promise<number | null> {
  const { minutes } = await currentSetting(shop, OWN_CHANGES)
  const until = (paidAt ?? 0) + Number(minutes) * 60_000
  if (paidAt === null || shop.now() >= until || state !== 'paid' || fulfilment !== 'unfulfilled') return null
  const [claim, batches, hold, disputes, payments, { made }] = await Promise.all([
    findClaim(db, id),
    findBatchesOf(db, [id]),
    findHold(db, id),
    findDisputes(db, id),
    findPayments(db, id),
    db
      .selectFrom('order_events')
      .select((e) => e.fn.countAll<number>().as('made'))
      .where('order_id', '=', id)
      .where('actor', '=', 'shopper')
      .where('kind', 'in', ['items-changed', 'address-changed'])
      .executeTakeFirstOrThrow(),
  ])
  const isPacked = claim !== null || batches.has(id)
  const isForStaff = hold !== null || isDisputed(disputes) || payments.some(({ kind }) => kind === 'external')
  return isPacked || isForStaff || made >= MAX_CHANGES ? null : until
}

/** What the customer may change now; null: nothing. */
export async function readOwnChanges(shop: Shop, order: Order): Promise<OwnChanges | null> {
  const { db } = shop.database
  const until = order.erasure ? null : await changeableUntil(shop, db, order)
  if (until === null) return null
  const [link, payments, refunds, products] = await Promise.all([
    findDueLink(db, order.id),
    findPayments(db, order.id),
    findRefunds(db, order.id),
    readProductsForSale(
      db,
      order.lines.map(({ productId }) => productId),
      shop.now(),
    ),
  ])
  const refund = leftToRefund(sumReceived(payments), refunds)
  if (link !== null) return { until, refund, sizes: [], mayMove: false }
  const sizes = order.lines.flatMap(({ productId, size, quantity, giftCard, shipsOn }, position) => {
    const product = products.get(productId)
    if (giftCard || shipsOn !== undefined || product === undefined) return []
    const others = product.sizes.filter(
      (one) =>
        one.size !== size &&
        preorderDay(one, quantity) === null &&
        findLineProblem(product, { size: one.size, quantity }, ofOwn(quantity)) === null,
    )
    return others.length === 0 ? [] : [{ position, sizes: others.map((one) => one.size) }]
  })
  return { until, refund, sizes, mayMove: order.delivery === 'ship' }
}

/** The units that are given back count for the product, not for its other sizes. */
function ofOwn(quantity: number) {
  return { ofProduct: -quantity, ofSize: 0 }
}

/** A request in the name of the customer: allowed like an owner's, as long as the order is theirs to change. */
function asCustomer(shop: Shop, { number }: Pick<Order, 'number'>): StaffRequest {
  return {
    number,
    by: 'shopper',
    permissions: PERMISSIONS,
    check: async (tx, order) =>
      (await changeableUntil(shop, tx, order)) === null ? { kind: 'too-late' } : null,
  }
}

/** What a change costs more or less. Nothing is changed. */
export async function priceOwnChange(shop: Shop, order: Order, change: OwnChange) {
  const request = asCustomer(shop, order)
  const priced =
    change.kind === 'address'
      ? await priceAddress(shop, { ...request, recipient: change.recipient })
      : await priceItemChange(shop, { ...request, change: itemChange(order, change) })
  return priced.kind === 'address-priced' || priced.kind === 'items-priced'
    ? ({ kind: 'priced', difference: priced.difference } as const)
    : priced
}

/**
 * Makes a change, at the difference that the customer saw: what it costs less is refunded, what it costs more is asked
 * for by a payment link.
 */
export async function makeOwnChange(
  shop: Shop,
  order: Order,
  change: OwnChange,
  seen: { version: number; difference: number },
) {
  const request = {
    ...asCustomer(shop, order),
    ...seen,
    ...(seen.difference > 0 && { increase: { method: 'link' as const, words: '' } }),
  }
  return change.kind === 'address'
    ? changeAddress(shop, { ...request, recipient: change.recipient })
    : changeItems(shop, { ...request, change: itemChange(order, change) })
}

/** Cancels the whole order: what was paid is refunded, and its units go back to stock. */
export async function cancelOwnOrder(shop: Shop, order: Order, version: number) {
  if ((await changeableUntil(shop, shop.database.db, order)) === null) return { kind: 'too-late' } as const
  const reason = 'Cancelled by the customer'
  return cancelOrder(shop, { ...asCustomer(shop, order), version, restock: true, reason })
}

function itemChange({ lines }: Order, { position, size }: Extract<OwnChange, { kind: 'size' }>) {
  const { productId = lines[0]!.productId, quantity = 0 } = lines[position] ?? {}
  return { position, quantity, to: { productId, size, quantity } }
}
