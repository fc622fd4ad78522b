import { randomUUIDv7 } from 'node:crypto'
import { recordEvent, recordOnce } from '#db/orders/order-events.ts'
import { deleteHold } from '#db/orders/orders.ts'
import { lockProducts, returnStock, type StockUnits, type TakenUnits } from '#db/catalogue/stock.ts'
import { insertCardPayment } from '#db/checkout/payments.ts'
import { takeTry, type Throttle } from '#db/engine/throttle.ts'
import { takeStock } from '#db/catalogue/take-stock.ts'
import { LastStatement, type Tx } from '#db/engine/transact.ts'
import { writeOrderContent } from '#db/orders/order-content.ts'
import { changeOrder, insertOrder, writeHold, type OrderEntry } from '#db/orders/write-order.ts'
import type { CartTotals } from '#domain/checkout/pricing.ts'
import { POLICIES } from '#domain/settings/policies.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import type { Item } from './check-items.ts'
import type { EarlierPayment } from './find-earlier-payment.ts'
import { findUnpaidOrder, orderContent } from './find-unpaid-order.ts'
import { findHoldRefusal, noteHoldTime, type TooManyUnpaid } from './find-hold-refusal.ts'
import type { AvailableCart } from './check-cart.ts'
import type { OrderRequest } from './order-request.ts'
import { declinedEvent } from './payments/release-hold.ts'
import { orderNumber } from '#operations/order-number.ts'
import type { Shop } from '#operations/shop.ts'
import { toOrderId, type OrderId } from '#domain/ids.ts'

/** An order that is written and holds its stock. */
export interface WrittenOrder {
  id: OrderId
  number: string
  totals: CartTotals
  availabilityChanged: boolean
  /** The order was not there before, so no payment was requested for it. */
  isNew: boolean
}

/** Why the database state does not allow the order. */
export type WriteRefusal =
  | { kind: 'already-paid'; orderNumber: string }
  | { kind: 'too-many-tries'; waitSeconds: number }
  /** This visitor or network holds too much unpaid stock. */
  | ({ kind: 'too-many-unpaid' } & TooManyUnpaid)

/** What to write: the request, and the cart as it was just checked. `isKnown`: it was placed before. */
export interface Placement {
  request: OrderRequest & { placedFrom: string }
  cart: AvailableCart
  earlier: Extract<EarlierPayment, { kind: 'open' }>
  isKnown: boolean
  /** The cart changed during the first attempt: this time the products are locked first. */
  isRetry: boolean
}

/** Carries a refusal out of the transaction, which is rolled back. */
export class PlacementRefusal extends Error {
  readonly refusal: WriteRefusal

  constructor(refusal: WriteRefusal) {
    super(refusal.kind)
    this.refusal = refusal
  }
}

/** Stock or price have changed since the cart was checked: everything is rolled back. */
export class CartMovedError extends Error {}

/**
 * How often one checkout may be placed again, which also renews its hold. No shopper changes a cart thirty times while
 * paying; after that it is once in half an hour.
 */
const RENEWALS: Throttle = { burst: 30, refillMs: 30 * 60_000 }

/**
 * Writes order, lines and payment, and takes the stock. The order comes first: the statement that locks the products is
 * the last one before the commit, because every placement of the same product waits for it. Throws PlacementRefusal and
 * CartMovedError.
 */
export async function writePlacement(
  shop: Shop,
  tx: Tx,
  placement: Placement,
): Promise<WrittenOrder | LastStatement<WrittenOrder>> {
  const { request, cart } = placement
  const { id, number, held, isNew } = await writeOrder(shop, tx, placement)
  // Here the order is locked, and the products are not.
  const toHold = { ...request, products: cart.products }
  const tooMany = await findHoldRefusal(shop, tx, toHold, id)
  if (tooMany) throw new PlacementRefusal({ kind: 'too-many-unpaid', ...tooMany })
  const now = shop.now()
  const units = addUp(request.items)
  const prices = new Map([...cart.products.values()].map((product) => [product.id, product.price]))
  const change = { by: 'shopper', orderId: id, at: now }
  const expiresAt = now + shop.settings.holdMinutes * 60_000
  const hold = { ...change, reason: 'held', prices, expiresAt } as const
  const written = { id, number, totals: cart.totals, isNew }
  if (isSame(held, units)) {
    await Promise.all([noteHoldTime(shop, tx, toHold, id), writeHold(tx, id, held, hold.expiresAt)])
    return { ...written, availabilityChanged: false }
  }
  if (held.length > 0 || placement.isRetry) await lockProducts(tx, [...held, ...units])
  const { backInStock } = await returnStock(tx, held, { ...change, reason: 'released' })
  const noted = noteHoldTime(shop, tx, toHold, id)
  const taken = takeStock(tx, units, hold)
  return new LastStatement(
    Promise.all([taken, noted]).then(([isTaken]) => {
      if (!isTaken) throw new CartMovedError()
      return { ...written, availabilityChanged: isTaken.soldOut || backInStock }
    }),
  )
}

interface OpenOrder {
  id: OrderId
  number: string
  /** What it held so far; the hold itself is already deleted. */
  held: TakenUnits[]
  isNew: boolean
}

/** Writes everything except the stock. */
async function writeOrder(shop: Shop, tx: Tx, placement: Placement): Promise<OpenOrder> {
  const { gateway } = shop
  const { request, cart, earlier, isKnown } = placement
  const { checkoutId } = request
  const entry = {
    ...request,
    ...cart.chosen,
    id: toOrderId(randomUUIDv7()),
    totals: cart.totals,
    taxVersion: cart.taxVersion,
    taxDay: cart.taxDay,
    now: shop.now(),
  }
  const units = addUp(request.items)
  const number = orderNumber()
  const { version: policiesVersion } = await currentVersion(shop, POLICIES)
  let known = isKnown ? await findUnpaidOrder(tx, checkoutId) : null
  if (known === null) {
    if (await insertOrder(tx, entry, { number, checkoutId, policiesVersion })) {
      const { total, adjustments } = cart.totals
      const { placedFrom, now } = entry
      await Promise.all([
        insertCardPayment(tx, { orderId: entry.id, gateway: gateway.name, amount: total, placedFrom, now }),
        writeOrderContent(tx, entry.id, units, cart.products, adjustments),
        recordEvent(tx, entry.id, now, 'placed', { total }, 'shopper'),
      ])
      return { id: entry.id, number, held: [], isNew: true }
    }
    known = await findUnpaidOrder(tx, checkoutId)
  }
  if (known === null) throw new CartMovedError()
  if ('paidAs' in known) {
    throw new PlacementRefusal({ kind: 'already-paid', orderNumber: known.paidAs })
  }
  // Read once the order is locked, so that the history keeps the order of events.
  const now = shop.now()
  const waitSeconds = await takeRenewal(tx, checkoutId, now)
  if (waitSeconds !== null) throw new PlacementRefusal({ kind: 'too-many-tries', waitSeconds })

  const { id } = known
  const held = await deleteHold(tx, id)
  const before = await orderContent(tx, id)
  const change: OrderEntry = { ...entry, id, now }
  const payment = { known, deadIntentId: earlier.deadIntentId, gateway: gateway.name, policiesVersion }
  await changeOrder(tx, change, payment)
  // The stock taken now is for another attempt: a late event of the earlier decline must not release it.
  const decline = earlier.intent?.lastError
  if (decline) await recordOnce(tx, id, now, declinedEvent(decline.id))
  await writeOrderContent(tx, id, units, cart.products, cart.totals.adjustments)
  const step = before === (await orderContent(tx, id)) ? 'tried-again' : 'changed'
  await recordEvent(tx, id, now, step, { total: cart.totals.total }, 'shopper')
  return { id, number: known.number, held, isNew: false }
}

function isSame(held: readonly StockUnits[], wanted: readonly StockUnits[]): boolean {
  return (
    held.length === wanted.length &&
    wanted.every(({ productId, size, quantity }) =>
      held.some((one) => one.productId === productId && one.size === size && one.quantity === quantity),
    )
  )
}

/** Merges lines of the same product and size. */
function addUp(items: readonly Item[]): StockUnits[] {
  const units = new Map<string, StockUnits>()
  for (const { productId, size, quantity } of items) {
    const key = `${productId} ${size}`
    units.set(key, { productId, size, quantity: quantity + (units.get(key)?.quantity ?? 0) })
  }
  return [...units.values()]
}

/** Counts one renewal of the checkout's hold. Returns the seconds to wait, or null. */
function takeRenewal(tx: Tx, checkoutId: string, now: number): Promise<number | null> {
  return takeTry(tx, `checkout-renewals ${checkoutId}`, RENEWALS, now)
}
