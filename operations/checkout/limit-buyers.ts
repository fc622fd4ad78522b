import { findPayments } from '#db/checkout/payments.ts'
import {
  findBought,
  findBuyers,
  writeBuyers,
  type BoughtUnits,
  type DropBuyer,
} from '#db/drops/drop-buyers.ts'
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
import { isReviewOn } from './review-order.ts'
import { areCardsBlocked } from '#operations/blocks/block-list.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'

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

/** Why a payment was refunded, in the history of its order. */
export const PERSON_LIMIT = 'person-limit'

/**
 * Whether a payment takes its buyer over a limit: by the card, which only the payment tells, and by everything again
 * once the order holds nothing. Lock the order first. The card counts from now on.
 */
export async function findPaidOverLimit(
  shop: Shop,
  tx: Tx,
  { orderId: id, card }: Pick<PaymentIntent, 'orderId' | 'card'>,
  holds: boolean,
): Promise<OverPersonLimit | null> {
  const limited = await findLimitedDrops(shop)
  if (limited.length === 0) return null
  const known = await findBuyers(tx, id)
  if (known.length === 0) return null
  const units = await tx
    .selectFrom('order_lines')
    .select(['product_id as productId', 'quantity'])
    .where('order_id', '=', id)
    .execute()
  const byCard = limited
    .filter((drop) => known.some(({ dropId }) => dropId === drop.id))
    .flatMap((drop) => dropBuyer(shop, drop.id, 'card', card) ?? [])
  const buyers = [...(holds ? [] : known), ...byCard]
  const purchases = limited.map((drop) => ({
    drop,
    pieces: piecesOf(drop, units),
    buyers: buyers.filter(({ dropId }) => dropId === drop.id),
  }))
  const over = (await lockBuyers(tx, [{ id, purchases }])).refuse({ id, purchases })
  if (over === null) await writeBuyers(tx, [{ id, buyers: byCard }])
  return over
}

/** Whether an order has pieces of a drop whose pieces are limited. */
export async function isOfLimitedDrop(
  shop: Shop,
  { orderId }: Pick<PaymentIntent, 'orderId'>,
): Promise<boolean> {
  if ((await findLimitedDrops(shop)).length === 0) return false
  return (await findBuyers(shop.database.db, orderId)).length > 0
}

/**
 * A payment with its card and its risk, where a drop is limited, orders are reviewed or a card is blocked: events of
 * the gateway may not tell them. When it cannot be asked, the order is settled without: what was paid is never lost.
 */
export async function withCard(shop: Shop, intent: PaymentIntent): Promise<PaymentIntent> {
  if (intent.card !== undefined || !(await needsCard(shop, intent))) return intent
  try {
    const { card, paidWith, risk } = (await shop.gateway.findIntent(intent.id)) ?? {}
    return { ...intent, ...(card && { card }), ...(paidWith && { paidWith }), ...(risk && { risk }) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    shop.log.error('The card of a payment could not be asked for', error, { intentId: intent.id })
    return intent.risk === undefined ? { ...intent, risk: null } : intent
  }
}

async function needsCard(shop: Shop, intent: PaymentIntent): Promise<boolean> {
  const { orderId, paidWith } = intent
  if ((await areCardsBlocked(shop)) && !(await isReceived(shop, intent))) return true
  if (paidWith === undefined && (await isReviewOn(shop)) && !(await isReceived(shop, intent))) return true
  if ((await findLimitedDrops(shop)).length === 0) return false
  const known = await findBuyers(shop.database.db, orderId)
  return known.length > 0 && !known.some(({ sign }) => sign === 'card')
}

async function isReceived({ database }: Shop, { id, orderId }: PaymentIntent): Promise<boolean> {
  const payments = await findPayments(database.db, orderId)
  return payments.some(({ intentId, received }) => intentId === id && received > 0)
}

/** Whether the payment of an order was refunded because of the limit per person. */
export async function isOverPersonLimit({ database }: Shop, orderId: OrderId): Promise<boolean> {
  const found = await database.db
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'refunded')
    .where('detail', 'like', `%"${PERSON_LIMIT}"%`)
    .executeTakeFirst()
  return found !== undefined
}
