import { readProductsForSale } from '#db/catalog/products-for-sale.ts'
import { findCheckout } from '#db/checkout/checkouts.ts'
import { findHoldEnd } from '#db/checkout/held-units.ts'
import { transact } from '#db/engine/transact.ts'
import { consumeReminderHold } from '#db/reminders/reminders.ts'
import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import { orderShipping } from '#domain/checkout/shipping/order-shipping.ts'
import { placeOfShop } from '#domain/checkout/tariff.ts'
import type { AvailableCart } from '#operations/checkout/check-cart.ts'
import { checkItems } from '#operations/checkout/check-items.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { findEarlierPayment } from '#operations/checkout/find-earlier-payment.ts'
import type { TooManyUnpaid } from '#operations/checkout/find-hold-refusal.ts'
import {
  CartChangedError,
  ChangedMeanwhileError,
  PlacementRefusal,
  writeAgain,
  type Placement,
} from '#operations/checkout/write-placement.ts'
import { findTurns } from '#operations/drops/find-turns.ts'
import type { Shop } from '#operations/shop.ts'
import { visitorKey } from '#operations/visitor-key.ts'
import { openReminder } from './reminders.ts'

/** Who asks for a hold: `checkoutId` is of their cart, and the others as in `OrderRequest`. */
export interface PieceRequest {
  token: string
  checkoutId: string
  language: string
  address: string | null
  visitor: string | null
}

/**
 * What came of it. `unknown`: the link is of no size that its reader was told of. `used`: this email has held its unit.
 * `checkout-open`: this cart is being paid. `gone`: there is none left, or one has to wait in a room for it.
 */
export type PieceOutcome =
  | { kind: 'held'; endsAt: number }
  | { kind: 'unknown' | 'used' | 'checkout-open' | 'gone' }
  | ({ kind: 'too-many-unpaid' } & TooManyUnpaid)

/** The size that the link in an email is of, which its reader was told is back; null: it is of none. */
export async function openHoldLink(shop: Shop, token: string) {
  const found = await openReminder(shop, token)
  if (found?.subject.kind !== 'size' || !found.isConfirmed || !found.isTold) return null
  const { id, email, subject, heldCheckout } = found
  const heldUntil = heldCheckout === null ? null : await findHoldEnd(shop.database, heldCheckout, shop.now())
  return { id, email, ...subject, isUsed: heldCheckout !== null, heldUntil }
}

/**
 * Holds one unit of a size for whoever was told that it is back: as the unpaid order of their cart, which placing it
 * takes over and time ends, like every other.
 */
export async function holdPiece(shop: Shop, request: PieceRequest): Promise<PieceOutcome> {
  const found = await openHoldLink(shop, request.token)
  if (found === null) return { kind: 'unknown' }
  if (found.isUsed) return { kind: 'used' }
  const known = await findCheckout(shop.database, request.checkoutId)
  const earlier = await findEarlierPayment(shop, known)
  if (known?.state === 'pending' || earlier.kind !== 'open') return { kind: 'checkout-open' }
  const placement = await placementOf(shop, request, found)
  if (placement === null) return { kind: 'gone' }
  try {
    const order = await transact(shop.database, async (tx) => {
      const isFirst = await consumeReminderHold(tx, found.id, request.checkoutId)
      return isFirst ? writeAgain(shop, tx, { ...placement, earlier }) : null
    })
    if (order === null) return { kind: 'used' }
    if (order.availabilityChanged) await shop.changes.publish('catalogue')
    return { kind: 'held', endsAt: order.payBy ?? shop.now() }
  } catch (error) {
    if (error instanceof CartChangedError) return { kind: 'gone' }
    if (error instanceof ChangedMeanwhileError) return { kind: 'checkout-open' }
    if (!(error instanceof PlacementRefusal)) throw error
    const { refusal } = error
    return refusal.kind === 'too-many-unpaid' ? refusal : { kind: 'checkout-open' }
  }
}

/** One unit, as an order with nothing but an email address, priced where the shop is; null: it cannot be bought. */
async function placementOf(
  shop: Shop,
  { checkoutId, language, address, visitor }: PieceRequest,
  { product, size, email }: NonNullable<Awaited<ReturnType<typeof openHoldLink>>>,
): Promise<Omit<Placement, 'earlier'> | null> {
  const items = [{ productId: product.id, size, quantity: 1 }]
  if ((await findTurns(shop, items, [])).kind !== 'found') return null
  const products = await readProductsForSale(shop.database.db, [product.id], shop.now())
  const tariff = await currentTariff(shop)
  const place = placeOfShop(tariff)
  const terms = { destination: place, tariff, limit: shop.settings.orderLimit, limitedDrops: [] }
  const { totals, shipping, items: checked } = checkItems(items, products, terms)
  if (checked.some(({ status }) => status !== 'ok')) return null
  const cart: AvailableCart = {
    kind: 'good',
    totals,
    products,
    chosen: orderShipping(tariff, shipping.method, place.country),
    pricedBy: tariff.pricedBy,
    said: null,
    uses: [],
    cards: [],
    rest: totals.total,
  }
  const customer = { ...place, email, name: '', phone: '', address: '', city: '' }
  const from = { address, visitor, device: visitor ?? '', placedFrom: visitorKey(shop, address) }
  const order = { checkoutId, items, customer, note: '', amount: totals.total, choices: NO_CHOICES, language }
  const { reminderHoldMinutes: holdFor } = shop.settings
  return { request: { ...order, ...from }, cart, isKnown: true, turns: [], holdFor }
}
