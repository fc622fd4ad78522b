import { findCheckout } from '#db/checkout/checkouts.ts'
import { classifyDatabaseFailure, OutcomeUnknownError } from '#db/engine/database-failure.ts'
import { transact } from '#db/engine/transact.ts'
import type { CartTotals } from '#domain/checkout/pricing.ts'
import { findDeclineWait, visitorKey } from './checkout-limits.ts'
import { findEarlierPayment } from './find-earlier-payment.ts'
import { lookAtCart, lookAtOwnCart, type CartRefusal } from './look-at-cart.ts'
import type { OrderRequest } from './order-request.ts'
import { requestPayment } from './request-payment.ts'
import type { Shop } from '#operations/shop.ts'
import {
  CartMovedError,
  PlacementRefusal,
  writePlacement,
  type WrittenOrder,
  type WriteRefusal,
} from './write-placement.ts'

export type OrderOutcome =
  | { kind: 'placed'; orderNumber: string; clientSecret: string; totals: CartTotals }
  | CartRefusal
  /** `already-paid`, or the checkout was placed too often: nothing is written. */
  | WriteRefusal
  | { kind: 'payment-unavailable' }
  /** Cards were refused too often: nothing is written. */
  | { kind: 'too-many-declines'; waitSeconds: number }
  /** Too many are ordering: nothing is written. `isKnown`: the checkout has an order, which stays as it was. */
  | { kind: 'busy'; isKnown: boolean }

/** A price or the stock can change so often between looking and taking before the shopper is asked to wait. */
const LOOKS = 5

/**
 * Writes the order and takes its stock in one transaction, at the catalogue's prices of this moment, and only then asks
 * the gateway for a payment. Nobody is asked for money for something that is not held for them. Throws
 * OutcomeUnknownError when the order may have been written: placing again with the same checkout tells.
 */
export async function placeOrder(shop: Shop, request: OrderRequest): Promise<OrderOutcome> {
  const { checkoutId } = request
  const seen = shop.placements.changes
  let cart = await lookAtCart(shop, request)
  // Asked after the look: what another request for this checkout has just taken is not told to be gone.
  const known = await findCheckout(shop.database, checkoutId)
  if (cart.kind !== 'good' && known === null) return cart
  const earlier = await findEarlierPayment(shop, known)
  if (earlier.kind === 'unavailable') return { kind: 'payment-unavailable' }
  if (earlier.kind === 'paid') return { kind: 'already-paid', orderNumber: earlier.orderNumber }

  if (cart.kind !== 'good') cart = await lookAtOwnCart(shop, request)
  if (cart.kind !== 'good') return cart
  /** The refusal, or null while the cart is still to be had. */
  const lookAgain = async () => {
    cart = await lookAtOwnCart(shop, request)
    return cart.kind === 'good' ? null : cart
  }
  const place = async () => {
    const placedFrom = visitorKey(shop, request.address)
    const payer = { checkoutId, email: request.customer.email, placedFrom }
    const waitSeconds = await findDeclineWait(shop, payer)
    if (waitSeconds !== null) return { kind: 'too-many-declines', waitSeconds } as const
    for (let looks = 1; looks <= LOOKS; looks += 1) {
      if (cart.kind !== 'good') return cart
      const placement = {
        request: { ...request, placedFrom },
        cart,
        earlier,
        isKnown: known !== null,
        isRetry: looks > 1,
      }
      try {
        const order = await transact(shop.database, (tx) => writePlacement(shop, tx, placement))
        return { kind: 'written', order } as const
      } catch (error) {
        if (error instanceof PlacementRefusal) return error.refusal
        if (!(error instanceof CartMovedError)) throw error
      }
      // Others wait for the same: they need not find out one by one.
      shop.placements.lookAgain()
      await lookAgain()
    }
    return null
  }
  const placement = { holdsStock: known?.state === 'pending', place, lookAgain }
  const written = await shop.placements.enter(placement, seen)
  if (written === null) return { kind: 'busy', isKnown: known !== null }
  return written.kind === 'written' ? askForMoney(shop, written.order) : written
}

/** What goes wrong with the database from here on leaves an order behind that is written and holds its stock. */
async function askForMoney(shop: Shop, order: WrittenOrder): Promise<OrderOutcome> {
  try {
    if (order.availabilityChanged) await shop.changes.tell('catalogue')
    const payment = await requestPayment(shop, order.id)
    if (payment.kind === 'already-paid') return { kind: 'already-paid', orderNumber: order.number }
    if (payment.kind === 'unavailable') return { kind: 'payment-unavailable' }
    const { number: orderNumber, totals } = order
    return { kind: 'placed', orderNumber, clientSecret: payment.clientSecret, totals }
  } catch (error) {
    if (classifyDatabaseFailure(error) === null || error instanceof OutcomeUnknownError) throw error
    throw new OutcomeUnknownError(error)
  }
}
