import { lockNetwork, readUnpaidHolds, writeHoldTime, type Holder } from '#db/checkout/hold-times.ts'
import type { ProductForSale } from '#db/catalogue/products-for-sale.ts'
import type { Tx } from '#db/engine/transact.ts'
import { refuseHold, type HoldRefusal } from '#domain/checkout/hold-limits.ts'
import type { Item } from './check-items.ts'
import type { Shop } from '#operations/shop.ts'

/** Who places an order, as far as that can be known. */
export interface PlacementToHold {
  items: readonly Item[]
  /** What was read of them before anything was locked. */
  products: ReadonlyMap<string, ProductForSale>
  customer: { email: string }
  /** The id that the shop gave to this browser; null when it brought none. */
  visitor: string | null
  /** See `visitorKey` in checkout-limits.ts; empty counts for nobody. */
  placedFrom: string
}

/** Which limit stands against the order, and for how long. */
export interface TooManyUnpaid {
  limit: HoldRefusal['limit']
  waitSeconds: number
}

/**
 * Whether this order may hold its pieces beside what its network and visitor hold unpaid already. `orderId`: the order
 * that the checkout has made so far. From here to the end of the transaction others of the network wait their turn, so
 * call it before products are locked.
 */
export async function findHoldRefusal(
  shop: Shop,
  tx: Tx,
  placement: PlacementToHold,
  orderId: string | undefined,
): Promise<TooManyUnpaid | null> {
  const holder = holderOf(shop, placement)
  if (holder === null) return null
  await lockNetwork(tx, holder.network)
  const now = shop.now()
  const unpaid = await readUnpaidHolds(tx, holder, orderId ?? '', now)
  const units = countedUnits(placement)
  // A browser that keeps no cookie is not counted by its orders: in an office many may use one e-mail address.
  const visitorOrders = placement.visitor === null ? 0 : unpaid.visitorOrders
  const { networkUnits } = shop.settings
  const refusal = refuseHold(units, { ...unpaid, visitorOrders }, { networkUnits, holdMs: holdMs(shop) })
  if (refusal === null) return null
  const waitSeconds = Math.max(1, Math.ceil((refusal.freeAt - now) / 1_000))
  return { limit: refusal.limit, waitSeconds }
}

/** Writes down for how long the order holds what it is about to take. */
export async function noteHoldTime(
  shop: Shop,
  tx: Tx,
  placement: PlacementToHold,
  orderId: string,
): Promise<void> {
  const holder = holderOf(shop, placement)
  if (holder === null) return
  const now = shop.now()
  const endsAt = now + holdMs(shop)
  await writeHoldTime(tx, orderId, holder, { units: countedUnits(placement), now, endsAt })
}

/** Whose time it is: the browser's, or for one without a cookie the e-mail address's at this network. */
function holderOf({ signedLinks }: Shop, { placedFrom, visitor, customer }: PlacementToHold): Holder | null {
  if (placedFrom === '') return null
  const name = visitor ?? `${customer.email.toLowerCase()}\n${placedFrom}`
  return { network: placedFrom, visitor: signedLinks.keyFor('visitor', name) }
}

function holdMs({ settings }: Shop): number {
  return settings.holdMinutes * 60_000
}

/** How many of the pieces come out of a count: nobody is kept from what is not counted. */
function countedUnits({ items, products }: PlacementToHold): number {
  return items.reduce((sum, { productId, size, quantity }) => {
    const product = products.get(productId)
    const ofSize = product?.sizes.find((offered) => offered.size === size)?.stock ?? null
    return sum + (product && (product.stock !== null || ofSize !== null) ? quantity : 0)
  }, 0)
}
