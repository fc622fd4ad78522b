import {
  firstHoldTime,
  lockNetwork,
  readUnpaidHolds,
  writeHoldTime,
  type Holder,
} from '#db/checkout/hold-times.ts'
import type { ProductForSale } from '#db/catalog/products-for-sale.ts'
import type { Tx } from '#db/engine/transact.ts'
import {
  maxUnpaidOrders,
  networkUnitsInRush,
  refuseHold,
  type HoldRefusal,
  type HoldSettings,
} from '#domain/checkout/hold-limits.ts'
import { piecesOf } from '#domain/drops/buyer.ts'
import { isRush } from '#domain/drops/drop.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { stockOfSizes } from '#domain/catalog/size.ts'
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
  hold: HoldTerms
}

/** For how long an order holds its units, and within which limits. `payBy`: when it ends, if sooner than usual. */
export interface HoldTerms extends HoldSettings {
  endsAt: number
  payBy: number | null
}

/**
 * The terms of a hold that begins now: pieces of a drop that has just begun are held for less time than others, and
 * within the same limits what is held for `minutes` before anybody pays.
 */
export async function holdTerms(
  shop: Shop,
  { items, products }: Pick<PlacementToHold, 'items' | 'products'>,
  minutes?: number,
): Promise<HoldTerms> {
  const now = shop.now()
  const { holdMinutes, networkUnits } = shop.settings
  const { drops } = await currentSetting(shop, DROPS)
  const rush = drops.filter((drop) => isRush(drop, now) && piecesOf(drop, items) > 0)
  const usual = { networkUnits, networkTime: networkUnits * holdMinutes * 60_000 }
  if (rush.length === 0 && minutes === undefined) {
    const holdMs = holdMinutes * 60_000
    return { ...usual, holdMs, isRush: false, endsAt: now + holdMs, payBy: null }
  }
  const holdMs =
    Math.min(minutes ?? holdMinutes, ...rush.flatMap(({ payMinutes }) => payMinutes ?? [])) * 60_000
  const left = [...products.values()]
    .filter(({ id }) => minutes !== undefined || rush.some((drop) => drop.products.includes(id)))
    .reduce((sum, product) => sum + (product.stock ?? stockOfSizes(product.sizes) ?? Infinity), 0)
  const endsAt = now + holdMs
  return {
    ...usual,
    networkUnits: Math.min(networkUnits, networkUnitsInRush(left)),
    holdMs,
    isRush: true,
    endsAt,
    payBy: endsAt,
  }
}

/** Which limit refuses the order, and for how long. */
export interface TooManyUnpaid {
  limit: HoldRefusal['limit']
  /** How many orders may be unpaid. */
  orders: number
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
  const { hold } = placement
  const isLimited = placement.visitor !== null || hold.isRush
  const visitorOrders = isLimited ? unpaid.visitorOrders : 0
  const refusal = refuseHold(units, { ...unpaid, visitorOrders }, hold)
  if (refusal === null) return null
  const waitSeconds = Math.max(1, Math.ceil((refusal.freeAt - now) / 1_000))
  return { limit: refusal.limit, orders: maxUnpaidOrders(hold), waitSeconds }
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
  const { endsAt } = placement.hold
  await writeHoldTime(tx, orderId, holder, { units: countedUnits(placement), now: shop.now(), endsAt })
}

/** The rows of `recordHoldTime` for a new order. */
export function firstHoldTimes(shop: Shop, placement: PlacementToHold, orderId: OrderId) {
  const holder = holderOf(shop, placement)
  if (holder === null) return []
  const { endsAt } = placement.hold
  return [firstHoldTime(orderId, holder, { units: countedUnits(placement), now: shop.now(), endsAt })]
}

/** Who the hold time is counted for: the browser or, without a cookie, the email address on this network. */
function holderOf({ signedLinks }: Shop, { placedFrom, visitor, customer }: PlacementToHold): Holder | null {
  if (placedFrom === '') return null
  const name = visitor ?? `${customer.email.toLowerCase()}\n${placedFrom}`
  return { network: placedFrom, visitor: signedLinks.keyFor('visitor', name) }
}

/** How many of the units reduce a count: units that are not tracked are not limited. */
function countedUnits({ items, products }: PlacementToHold): number {
  return items.reduce((sum, { productId, size, quantity }) => {
    const product = products.get(productId)
    const ofSize = product?.sizes.find((offered) => offered.size === size)?.stock ?? null
    return sum + (product && (product.stock !== null || ofSize !== null) ? quantity : 0)
  }, 0)
}
