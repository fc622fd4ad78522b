import { findBought, type BoughtUnits, type DropBuyer } from '#db/drops/drop-buyers.ts'
import type { Tx } from '#db/engine/transact.ts'
import { lockCounts } from '#db/engine/counting-orders.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import {
  BUYER_SIGNS,
  limitAddress,
  limitedDrops,
  piecesOf,
  type BuyerSign,
  type LimitedDrop,
} from '#domain/drops/buyer.ts'
import type { OrderId } from '#domain/ids.ts'
import type { Customer, Delivery } from '#domain/orders/order.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** Pieces of a limited drop in one order, and by what their buyer is known. */
export interface DropPurchase {
  drop: LimitedDrop
  pieces: number
  buyers: readonly DropBuyer[]
}

/** One person would have more pieces than they may. `buyer`: the first sign by which their other orders are known. */
export interface OverPersonLimit {
  drop: LimitedDrop
  buyer: DropBuyer
}

/** An order that is placed, with what it buys of limited drops. */
interface PlacedOrder {
  id: OrderId
  purchases: readonly DropPurchase[]
}

/** Whether orders are within the limits of their buyers, each after those that were added before. */
export interface LockedBuyers {
  refuse(order: PlacedOrder): OverPersonLimit | null
  add(order: PlacedOrder): void
}

/** The drops of the shop whose pieces are limited. */
export async function findLimitedDrops(shop: Shop): Promise<readonly LimitedDrop[]> {
  return limitedDrops((await currentSetting(shop, DROPS)).drops)
}

/** What an order buys of limited drops. A pickup is not delivered to anyone's address. */
export async function purchasesOf(
  shop: Shop,
  of: { units: readonly CartItem[]; customer: Customer; delivery: Delivery; device: string },
): Promise<DropPurchase[]> {
  const signs: Partial<Record<BuyerSign, string | null>> = {
    email: limitEmail(of.customer.email),
    address: of.delivery === 'ship' ? limitAddress(of.customer) : null,
    device: of.device,
  }
  const limited = (await findLimitedDrops(shop)).map((drop) => ({ drop, pieces: piecesOf(drop, of.units) }))
  return limited
    .filter(({ pieces }) => pieces > 0)
    .map((one) => ({
      ...one,
      buyers: BUYER_SIGNS.flatMap((sign) => dropBuyer(shop, one.drop.id, sign, signs[sign]) ?? []),
    }))
}

/** A person in a drop by one of their signs; null where it is unknown. */
export function dropBuyer(
  { signedLinks }: Pick<Shop, 'signedLinks'>,
  dropId: string,
  sign: BuyerSign,
  value: string | null | undefined,
): DropBuyer | null {
  if (!value) return null
  return { dropId, sign, key: signedLinks.keyFor('drop-buyer', `${dropId} ${sign} ${value}`) }
}

const UNLIMITED: LockedBuyers = { refuse: () => null, add: () => {} }

/** Counts what these buyers have; nobody else buys as them until the transaction ends. Lock it before products. */
export async function lockBuyers(tx: Tx, orders: readonly PlacedOrder[]): Promise<LockedBuyers> {
  const keys = orders.flatMap(({ purchases }) =>
    purchases.flatMap(({ buyers }) => buyers.map(({ key }) => key)),
  )
  if (keys.length === 0) return UNLIMITED
  const [, bought] = await Promise.all([lockCounts(tx, keys), findBought(tx, keys)])
  const added: PlacedOrder[] = []
  return {
    refuse({ id, purchases }) {
      for (const { drop, pieces, buyers } of purchases) {
        const isTheirs = (key: string) => buyers.some((one) => one.key === key)
        const before = bought.filter(({ key, orderId }) => isTheirs(key) && orderId !== id)
        const together = added
          .flatMap((one) => one.purchases)
          .filter((one) => one.buyers.some(({ key }) => isTheirs(key)))
        const others = together.reduce((sum, one) => sum + one.pieces, piecesOf(drop, onceAnOrder(before)))
        const known = new Set([...before, ...together.flatMap((one) => one.buyers)].map(({ key }) => key))
        const buyer = buyers.find(({ key }) => known.has(key))
        if (buyer && others + pieces > drop.perPerson) return { drop, buyer }
      }
      return null
    },
    add: (order) => void added.push(order),
  }
}

/** An order that is known by several signs counts once. */
function onceAnOrder(bought: readonly BoughtUnits[]): BoughtUnits[] {
  const keyOf = new Map(bought.map(({ orderId, key }) => [orderId, key]))
  return bought.filter(({ orderId, key }) => keyOf.get(orderId) === key)
}
