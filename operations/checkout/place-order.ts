import { findCheckout } from '#db/checkout/checkouts.ts'
import { recordRefusal } from '#db/drops/drop-buyers.ts'
import { classifyDatabaseFailure, OutcomeUnknownError } from '#db/engine/database-failure.ts'
import type { CartTotals } from '#domain/checkout/pricing.ts'
import { findTurns } from '#operations/drops/find-turns.ts'
import { isRefusedAtCheckout } from '#operations/blocks/block-list.ts'
import { visitorKey } from '#operations/visitor-key.ts'
import { findDeclineWait } from './payments/decline-limits.ts'
import { endOtherTotal, findEarlierPayment, type EarlierPayment } from './find-earlier-payment.ts'
import { settleFreeOrder } from './payments/settle-free-order.ts'
import { checkCart, checkOwnCart, type CartRefusal } from './check-cart.ts'
import type { OrderRequest } from './order-request.ts'
import { placeTogether } from './place-together.ts'
import { firstPaymentRequest, requestPayment } from './request-payment.ts'
import type { Shop } from '#operations/shop.ts'
import {
  CartChangedError,
  ChangedMeanwhileError,
  PlacementRefusal,
  type WrittenOrder,
  type WriteRefusal,
} from './write-placement.ts'

export type OrderOutcome =
  /** `payBy`: when its time to pay ends, if that is sooner than usual. */
  | { kind: 'placed'; orderNumber: string; clientSecret: string; totals: CartTotals; payBy: number | null }
  /** Promotions and gift cards leave nothing to pay: the order is paid. */
  | { kind: 'placed-free'; orderNumber: string; totals: CartTotals }
  | CartRefusal
  /** `already-paid`, or the checkout was placed too often: nothing is written. */
  | WriteRefusal
  | { kind: 'payment-unavailable' }
  /** Who orders is on the block list: nothing is written. They are not told why. */
  | { kind: 'not-accepted' }
  /** Too many declined cards: nothing is written. */
  | { kind: 'too-many-declines'; waitSeconds: number }
  /** Too many orders at once: nothing is written. `isKnown`: the checkout has an order, which is unchanged. */
  | { kind: 'busy'; isKnown: boolean }

/** How often a price or the stock may change between checking and writing before the shopper is asked to wait. */
const MAX_CHECKS = 5

/**
 * Writes the order and takes its stock in one transaction, at current catalogue prices, and then requests a payment
 * from the gateway. Customers are only charged for reserved stock. Throws OutcomeUnknownError when the order may have
 * been written: placing the same checkout again shows which.
 */
export function placeOrder(shop: Shop, request: OrderRequest): Promise<OrderOutcome> {
  return shop.placements.count(() => checkAndPlace(shop, request))
}

async function checkAndPlace(shop: Shop, request: OrderRequest): Promise<OrderOutcome> {
  const { checkoutId, items, turns: own = [] } = request
  const needed = await findTurns(shop, items, own)
  if (needed.kind !== 'found') return needed
  const changesBefore = shop.placements.changes
  let cart = await checkCart(shop, request)
  // Read after the cart: what another request of this checkout has just taken must not count as sold out.
  const known = await findCheckout(shop.database, checkoutId)
  if (cart.kind !== 'good' && known === null) return cart
  let earlier = await findEarlierPayment(shop, known)
  if (earlier.kind !== 'open') return noPayment(earlier)

  if (cart.kind !== 'good') cart = await checkOwnCart(shop, request)
  if (cart.kind !== 'good') return cart
  earlier = await endOtherTotal(shop, known, earlier, cart.rest)
  if (earlier.kind !== 'open') return noPayment(earlier)
  const open = earlier
  /** The refusal, or null while the cart is still available. */
  const recheck = async () => {
    cart = await checkOwnCart(shop, request)
    return cart.kind === 'good' ? null : cart
  }
  let isKnown = known !== null
  const place = async () => {
    if (cart.kind !== 'good') return cart
    if (await isRefusedAtCheckout(shop, { ...request, delivery: cart.chosen.delivery }))
      return { kind: 'not-accepted' } as const
    const placedFrom = visitorKey(shop, request.address)
    const payer = { checkoutId, email: request.customer.email, placedFrom }
    const waitSeconds = await findDeclineWait(shop, payer)
    if (waitSeconds !== null) return { kind: 'too-many-declines', waitSeconds } as const
    for (let checks = 1; checks <= MAX_CHECKS; checks += 1) {
      if (cart.kind !== 'good') return cart
      const placement = {
        request: { ...request, placedFrom },
        cart,
        earlier: open,
        isKnown,
        turns: needed.turns,
      }
      try {
        const order = await placeTogether(shop, placement)
        return { kind: 'written', order } as const
      } catch (error) {
        if (error instanceof PlacementRefusal) {
          const { refusal } = error
          if (refusal.kind === 'over-person-limit')
            await recordRefusal(shop.database.db, refusal.buyer, shop.now())
          return refusal
        }
        if (error instanceof ChangedMeanwhileError) {
          isKnown = true // by a double click
          continue
        }
        if (!(error instanceof CartChangedError)) throw error
      }
      // Other waiting placements need the same stock: they are rechecked together.
      shop.placements.recheck()
      await recheck()
    }
    return null
  }
  const placement = { holdsStock: known?.state === 'pending', place, recheck }
  const written = await shop.placements.enter(placement, changesBefore)
  if (written === null) return { kind: 'busy', isKnown: known !== null }
  return written.kind === 'written' ? startPayment(shop, written.order, request.customer.email) : written
}

function noPayment(earlier: Exclude<EarlierPayment, { kind: 'open' }>): OrderOutcome {
  if (earlier.kind === 'unavailable') return { kind: 'payment-unavailable' }
  return { kind: 'already-paid', orderNumber: earlier.orderNumber }
}

/** When the database fails from here on, the order is already written and holds its stock. */
async function startPayment(shop: Shop, order: WrittenOrder, email: string): Promise<OrderOutcome> {
  try {
    if (order.availabilityChanged) await shop.changes.publish('catalogue')
    const { number, totals, rest, payBy } = order
    if (rest === 0) {
      await settleFreeOrder(shop, order.id)
      return { kind: 'placed-free', orderNumber: number, totals }
    }
    const asIs = order.isNew ? firstPaymentRequest({ number, email, amount: rest }) : undefined
    const payment = await requestPayment(shop, order.id, asIs)
    if (payment.kind === 'already-paid') return { kind: 'already-paid', orderNumber: order.number }
    if (payment.kind === 'unavailable') return { kind: 'payment-unavailable' }
    return { kind: 'placed', orderNumber: number, clientSecret: payment.clientSecret, totals, payBy }
  } catch (error) {
    if (classifyDatabaseFailure(error) === null || error instanceof OutcomeUnknownError) throw error
    throw new OutcomeUnknownError(error)
  }
}
