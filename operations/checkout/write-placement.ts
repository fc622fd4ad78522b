import { randomUUIDv7 } from 'node:crypto'
import { eventWrite, recordEvent, recordOneTimeEvent } from '#db/orders/order-events.ts'
import { deleteHold } from '#db/orders/orders.ts'
import { lockProducts, returnStock, type StockUnits, type TakenUnits } from '#db/catalogue/stock.ts'
import { cardPaymentWrite } from '#db/checkout/payments.ts'
import { takeAttempt, type Throttle } from '#db/engine/throttle.ts'
import { takeStock } from '#db/catalogue/take-stock.ts'
import { LastStatement, type Tx } from '#db/engine/transact.ts'
import { contentWrites, writeOrderContent } from '#db/orders/order-content.ts'
import { writeTogether } from '#db/engine/statements/write-together.ts'
import {
  changeOrder,
  orderWrites,
  writeHold,
  type ExistingOrder,
  type OrderEntry,
} from '#db/orders/write-order.ts'
import type { CartTotals } from '#domain/checkout/pricing.ts'
import { POLICIES } from '#domain/settings/policies.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import type { Item } from './check-items.ts'
import type { EarlierPayment } from './find-earlier-payment.ts'
import { findUnpaidOrder, orderContent } from './find-unpaid-order.ts'
import {
  findHoldRefusal,
  recordHoldTime,
  type PlacementToHold,
  type TooManyUnpaid,
} from './find-hold-refusal.ts'
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
  /** The order is new, so no payment was requested for it yet. */
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
export class CartChangedError extends Error {}

/**
 * How often one checkout may be placed again, which also renews its hold. No shopper changes a cart thirty times while
 * paying; after that it is once in half an hour.
 */
const RENEWALS: Throttle = { burst: 30, refillMs: 30 * 60_000 }

/**
 * Writes order, lines and payment, and takes the stock. The order comes first: the statement that locks the products is
 * the last one before the commit, because every placement of the same product waits for it. Throws PlacementRefusal,
 * CartChangedError, and ChangedMeanwhileError when the checkout has an order that was not known.
 */
export async function writePlacement(
  shop: Shop,
  tx: Tx,
  placement: Placement,
): Promise<WrittenOrder | LastStatement<WrittenOrder>> {
  const entry = await placementEntry(shop, placement)
  const known = placement.isKnown ? await findUnpaidOrder(tx, placement.request.checkoutId, shop.now()) : null
  return known === null ? placeNew(shop, tx, placement, entry) : placeAgain(shop, tx, placement, entry, known)
}

/** What is written of a new order. */
export type PlacementEntry = OrderEntry & { policiesVersion: number; units: StockUnits[] }

/** What a placement writes if its order is new. */
export async function placementEntry(shop: Shop, { request, cart }: Placement): Promise<PlacementEntry> {
  const { version: policiesVersion } = await currentVersion(shop, POLICIES)
  return {
    ...request,
    ...cart.chosen,
    id: toOrderId(randomUUIDv7()),
    totals: cart.totals,
    pricedBy: cart.pricedBy,
    now: shop.now(),
    policiesVersion,
    units: addUp(request.items),
  }
}

/** A new order needs no reads, so all of its statements are sent together. */
async function placeNew(
  shop: Shop,
  tx: Tx,
  { request, cart, isRetry }: Placement,
  entry: PlacementEntry,
): Promise<LastStatement<WrittenOrder>> {
  const { id, units } = entry
  const { totals, products } = cart
  const number = orderNumber()
  const written = writeTogether(tx, newOrderWrites(shop, tx, { request, cart }, { ...entry, number }))
  written.catch(() => {}) // reported below
  const toHold = { ...request, products }
  try {
    await refuseTooManyUnpaid(shop, tx, toHold, id)
    if (isRetry) await lockProducts(tx, units)
  } catch (error) {
    await written // if it failed, nothing sent after it was executed
    throw error
  }
  const noted = recordHoldTime(shop, tx, toHold, id)
  const rest = Promise.all([takeStock(tx, units, holdFor(shop, id, cart)), noted])
  rest.catch(() => {}) // likewise
  return new LastStatement(
    written
      .then(() => rest)
      .then(([isTaken]) => {
        if (!isTaken) throw new CartChangedError()
        return { id, number, totals, isNew: true, availabilityChanged: isTaken.soldOut }
      }),
  )
}

/** The writes of a new order, without the stock that it holds. */
export function newOrderWrites(
  shop: Shop,
  tx: Tx,
  { request, cart }: Pick<Placement, 'request' | 'cart'>,
  entry: PlacementEntry & { number: string },
) {
  const { id, number, now, placedFrom, units, policiesVersion } = entry
  const { totals, products } = cart
  const payment = { orderId: id, gateway: shop.gateway.name, amount: totals.total, placedFrom, now }
  return [
    ...orderWrites(tx, entry, { number, checkoutId: request.checkoutId, policiesVersion }),
    cardPaymentWrite(tx, payment),
    ...contentWrites(tx, id, units, products, totals.adjustments),
    eventWrite(tx, id, now, 'placed', { total: totals.total }, 'shopper'),
  ]
}

/** Changes the order of a checkout that was placed before, and what it holds. */
async function placeAgain(
  shop: Shop,
  tx: Tx,
  placement: Placement,
  entry: PlacementEntry,
  known: ExistingOrder | { paidAs: string },
): Promise<WrittenOrder | LastStatement<WrittenOrder>> {
  const { request, cart } = placement
  const { units } = entry
  const { id, number, held } = await rewriteOrder(shop, tx, placement, entry, known)
  // Here the order is locked, and the products are not.
  const toHold = { ...request, products: cart.products }
  await refuseTooManyUnpaid(shop, tx, toHold, id)
  const hold = holdFor(shop, id, cart)
  const written = { id, number, totals: cart.totals, isNew: false }
  if (isSame(held, units)) {
    await Promise.all([recordHoldTime(shop, tx, toHold, id), writeHold(tx, id, held, hold.expiresAt)])
    return { ...written, availabilityChanged: false }
  }
  if (held.length > 0 || placement.isRetry) await lockProducts(tx, [...held, ...units])
  const { backInStock } = await returnStock(tx, held, { ...hold, reason: 'released' })
  const noted = recordHoldTime(shop, tx, toHold, id)
  const taken = takeStock(tx, units, hold)
  return new LastStatement(
    Promise.all([taken, noted]).then(([isTaken]) => {
      if (!isTaken) throw new CartChangedError()
      return { ...written, availabilityChanged: isTaken.soldOut || backInStock }
    }),
  )
}

/** Throws PlacementRefusal. */
async function refuseTooManyUnpaid(shop: Shop, tx: Tx, toHold: PlacementToHold, id: OrderId): Promise<void> {
  const tooMany = await findHoldRefusal(shop, tx, toHold, id)
  if (tooMany) throw new PlacementRefusal({ kind: 'too-many-unpaid', ...tooMany })
}

/** The hold of an order, with the units that it takes. */
export function holdFor(shop: Shop, orderId: OrderId, { products }: AvailableCart) {
  const now = shop.now()
  const prices = new Map([...products.values()].map((product) => [product.id, product.price]))
  const expiresAt = now + shop.settings.holdMinutes * 60_000
  return { reason: 'held', by: 'shopper', orderId, at: now, prices, expiresAt } as const
}

interface OpenOrder {
  id: OrderId
  number: string
  /** The units that the order held so far; the hold itself is already deleted. */
  held: TakenUnits[]
}

/** Writes everything except the stock. */
async function rewriteOrder(
  shop: Shop,
  tx: Tx,
  { request, cart, earlier }: Placement,
  entry: PlacementEntry,
  known: ExistingOrder | { paidAs: string },
): Promise<OpenOrder> {
  if ('paidAs' in known) {
    throw new PlacementRefusal({ kind: 'already-paid', orderNumber: known.paidAs })
  }
  // Read once the order is locked, so that the history keeps the order of events.
  const now = shop.now()
  const waitSeconds = await takeRenewal(tx, request.checkoutId, now)
  if (waitSeconds !== null) throw new PlacementRefusal({ kind: 'too-many-tries', waitSeconds })

  const { id } = known
  const { policiesVersion, units } = entry
  const held = await deleteHold(tx, id)
  const before = await orderContent(tx, id)
  const change: OrderEntry = { ...entry, id, now }
  const payment = { known, deadIntentId: earlier.deadIntentId, gateway: shop.gateway.name, policiesVersion }
  await changeOrder(tx, change, payment)
  // The stock taken now is for another attempt: a late event of the earlier decline must not release it.
  const decline = earlier.intent?.lastError
  if (decline) await recordOneTimeEvent(tx, id, now, declinedEvent(decline.id))
  await writeOrderContent(tx, id, units, cart.products, cart.totals.adjustments)
  const step = before === (await orderContent(tx, id)) ? 'tried-again' : 'changed'
  await recordEvent(tx, id, now, step, { total: cart.totals.total }, 'shopper')
  return { id, number: known.number, held }
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
  return takeAttempt(tx, `checkout-renewals ${checkoutId}`, RENEWALS, now)
}
