import {
  firstHoldTime,
  lockNetwork,
  readUnpaidHolds,
  writeHoldTime,
  type Holder,
} from '#db/checkout/hold-times.ts'
import type { ProductForSale } from '#db/catalog/products-for-sale.ts'
import type { Tx } from '#db/engine/transact.ts'
import { refuseHold, type HoldRefusal } from '#domain/checkout/hold-limits.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import type { Shop } from '#operations/shop.ts'
import type { OrderId } from '#domain/ids.ts'

/** Who places an order, as far as that is known. */
export interface PlacementToHold {
  items: readonly CartItem[]
  /** The products as they were read before anything was locked. */
  products: ReadonlyMap<string, ProductForSale>
  customer: { email: string }
  /** The id that the shop gave to this browser; null when it sent none. */
  visitor: string | null
  /** See `visitorKey`; when empty, no network is counted. */
  placedFrom: string
}

/** Which limit refuses the order, and for how long. */
export interface TooManyUnpaid {
  limit: HoldRefusal['limit']
  waitSeconds: number
}

/**
 * Whether this order may hold its units on top of the unpaid holds of its network and visitor. `orderId`: the existing
 * order of the checkout. From here to the end of the transaction other placements from the network wait, so call it
 * before products are locked.
 */
export async function findHoldRefusal(
  shop: Shop,
  tx: Tx,
  placement: PlacementToHold,
  orderId: OrderId,
): Promise<TooManyUnpaid | null> {
  const holder = holderOf(shop, placement)
  if (holder === null) return null
  const now = shop.now()
  const [, unpaid] = await Promise.all([
    lockNetwork(tx, holder.network),
    readUnpaidHolds(tx, holder, orderId, now),
  ])
  const units = countedUnits(placement)
  // A browser without a cookie is not limited by its orders: people in one office may share an email address.
  const visitorOrders = placement.visitor === null ? 0 : unpaid.visitorOrders
  const { networkUnits } = shop.settings
  const refusal = refuseHold(units, { ...unpaid, visitorOrders }, { networkUnits, holdMs: holdMs(shop) })
  if (refusal === null) return null
  const waitSeconds = Math.max(1, Math.ceil((refusal.freeAt - now) / 1_000))
  return { limit: refusal.limit, waitSeconds }
}

/** Records how long the order holds the units that it is about to take. */
export async function recordHoldTime(
  shop: Shop,
  tx: Tx,
  placement: PlacementToHold,
  orderId: OrderId,
): Promise<void> {
  const holder = holderOf(shop, placement)
  if (holder === null) return
  const now = shop.now()
  const endsAt = now + holdMs(shop)
  await writeHoldTime(tx, orderId, holder, { units: countedUnits(placement), now, endsAt })
}

/** The rows of `recordHoldTime` for a new order. */
export function firstHoldTimes(shop: Shop, placement: PlacementToHold, orderId: OrderId) {
  const holder = holderOf(shop, placement)
  if (holder === null) return []
  const now = shop.now()
  const endsAt = now + holdMs(shop)
  return [firstHoldTime(orderId, holder, { units: countedUnits(placement), now, endsAt })]
}

/** Who the hold time is counted for: the browser or, without a cookie, the email address on this network. */
function holderOf({ signedLinks }: Shop, { placedFrom, visitor, customer }: PlacementToHold): Holder | null {
  if (placedFrom === '') return null
  const name = visitor ?? `${customer.email.toLowerCase()}\n${placedFrom}`
  return { network: placedFrom, visitor: signedLinks.keyFor('visitor', name) }
}

function holdMs({ settings }: Shop): number {
  return settings.holdMinutes * 60_000
}

/** How many of the units reduce a count: units that are not tracked are not limited. */
function countedUnits({ items, products }: PlacementToHold): number {
  return items.reduce((sum, { productId, size, quantity }) => {
    const product = products.get(productId)
    const ofSize = product?.sizes.find((offered) => offered.size === size)?.stock ?? null
    return sum + (product && (product.stock !== null || ofSize !== null) ? quantity : 0)
  }, 0)
}
