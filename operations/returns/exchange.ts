import { lockStock } from '#db/catalog/stock.ts'
import { findExchangeable } from '#db/returns/exchangeable.ts'
import { readProductsForSale, type ProductForSale } from '#db/catalog/products-for-sale.ts'
import { writeItems } from '#db/orders/change-items.ts'
import { readOrderContent, type OrderContent } from '#db/orders/order-content.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { lockOrder } from '#db/orders/orders.ts'
import { incrementVersion } from '#db/orders/move-order.ts'
import { findRefundedParts, findUnconfirmedUnits } from '#db/orders/refunded-units.ts'
import { changeReturn, findEndedHolds, findReturn, takeBackUnits } from '#db/returns/returns.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { preorderDay } from '#domain/catalog/preorder.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import type { ChosenShipping } from '#domain/checkout/shipping/order-shipping.ts'
import { destinationOf } from '#domain/checkout/tariff.ts'
import type { OrderId, ProductId, ReturnId } from '#domain/ids.ts'
import { addCents, MAX_CHARGE } from '#domain/money.ts'
import { isDelivered, orderLinePrice, type OrderLine } from '#domain/orders/order.ts'
import { exchangeProduct, exchangeSize, type Exchange } from '#domain/returns/exchange.ts'
import { countItems, heldItems, isOpenReturn, type Return, type WantedItem } from '#domain/returns/return.ts'
import type { ChangingOrder } from '#operations/change-as-staff.ts'
import { termsOfOrder } from '#operations/checkout/current-tariff.ts'
import { findLimitedDrops } from '#operations/checkout/limit-buyers.ts'
import { shippingAfterChange } from '#operations/checkout/shipping-after-change.ts'
import { findTurns } from '#operations/drops/find-turns.ts'
import { findLineProblem } from '#operations/find-line-problem.ts'
import {
  checkDifference,
  settleDifference,
  type DifferenceRefusal,
} from '#operations/refunds/settle-difference.ts'
import type { Shop } from '#operations/shop.ts'
import { syncOrderState } from '#operations/sync-order-state.ts'
import { enqueueReturnMail } from './return-mail.ts'

/** A piece that customers can take instead of what they send back, with the sizes that there are. */
export interface ExchangeOffer {
  productId: ProductId
  name: string
  price: ProductForSale['price']
  sizes: Size[]
  /** Whether it can take the place of another product too. */
  takesAnyPlace: boolean
}

/** Units of one line that come back, with what is wanted instead of each. */
export interface WantedExchange {
  position: number
  to: WantedItem & CartItem
}

/** What an order is after an exchange. `difference`: what it costs more, in cents. */
export interface PricedExchange {
  kind: 'exchange-priced'
  before: OrderContent
  after: OrderContent
  difference: number
  sent: ChosenShipping | null | 'none'
}

export type ExchangeRefusal =
  /** Some of it is neither held nor there any more. */
  | { kind: 'exchange-sold-out'; item: WantedItem }
  /** It is not held any more, and who gets one is decided by a drop. */
  | { kind: 'exchange-reserved'; item: WantedItem }
  | { kind: 'line-refund-unconfirmed' | 'too-expensive' | 'too-many-units' }
  | DifferenceRefusal

const HELD_BATCH = 50

/** Sizes of which this many units are on the shelf, of a product that is on sale. */
function sizesThere(product: ProductForSale | undefined, quantity: number): Size[] {
  return (product?.sizes ?? [])
    .filter(
      (one) =>
        preorderDay(one, quantity) === null &&
        findLineProblem(product, { size: one.size, quantity }) === null,
    )
    .map(({ size }) => size)
}

/**
 * Those of these products that customers cannot take instead of another: of drops with a limit per person, that are
 * drawn, or behind a waiting room. Who gets one of them is decided there.
 */
export async function findReserved(shop: Shop, ids: readonly ProductId[]): Promise<ReadonlySet<ProductId>> {
  const limited = new Set((await findLimitedDrops(shop)).flatMap(({ products }) => products))
  const reserved = new Set<ProductId>()
  for (const productId of new Set(ids)) {
    const isReserved = limited.has(productId) || (await findTurns(shop, [{ productId }], [])).kind !== 'found'
    if (isReserved) reserved.add(productId)
  }
  return reserved
}

/** Of what a return wants, what customers cannot take instead of another product. */
export async function findReservedOf(shop: Shop, id: ReturnId): Promise<ReadonlySet<ProductId>> {
  const found = await findReturn(shop.database.db, id)
  return findReserved(shop, found?.units.flatMap(({ exchange }) => exchange?.productId ?? []) ?? [])
}

/**
 * What a return wants that is not held any more, and that is reserved by now; null: nothing. Another size of the same
 * product changes nothing about who got one.
 */
export function findReservedWish(
  { heldUntil, units }: Pick<Return, 'heldUntil' | 'units'>,
  reserved: ReadonlySet<ProductId>,
): WantedItem | null {
  if (heldUntil !== null) return null
  const wanted = units.flatMap(({ item, exchange, condition }) =>
    exchange && condition !== 'missing' && exchange.productId !== item.productId ? [exchange] : [],
  )
  return wanted.find(({ productId }) => reserved.has(productId)) ?? null
}

/** Whether a product can take the place of another one in these lines: it is of one of their categories. */
export function takesPlaceIn(
  lines: readonly Pick<OrderLine, 'category'>[],
  { id, category, giftAmounts }: ProductForSale,
  reserved: ReadonlySet<ProductId>,
): boolean {
  const isAlike = lines.some((line) => line.category === category)
  return isAlike && !isGiftCard({ giftAmounts }) && !reserved.has(id)
}

/** What customers can take instead of these lines, their own products first. */
export async function readExchangeOffers(
  shop: Shop,
  lines: readonly Pick<OrderLine, 'productId' | 'category'>[],
): Promise<ExchangeOffer[]> {
  const { db } = shop.database
  const own = [...new Set(lines.map(({ productId }) => productId))]
  const categories = [...new Set(lines.flatMap(({ category }) => category ?? []))]
  const others = await findExchangeable(db, categories, shop.now())
  const ids = [...new Set([...own, ...others])]
  const [products, reserved] = await Promise.all([
    readProductsForSale(db, ids, shop.now()),
    findReserved(shop, ids),
  ])
  return ids.flatMap((id) => {
    const product = products.get(id)
    const sizes = sizesThere(product, 1)
    if (product === undefined || sizes.length === 0) return []
    const takesAnyPlace = takesPlaceIn(lines, product, reserved)
    if (!takesAnyPlace && !own.includes(id)) return []
    return [{ productId: id, name: product.name, price: product.price, sizes, takesAnyPlace }]
  })
}

/** The products as they are now, of pieces that a customer chose. */
export async function nameWanted(
  shop: Shop,
  chosen: readonly (Pick<WantedItem, 'productId' | 'size'> | null)[],
): Promise<(WantedItem | null)[]> {
  const ids = chosen.flatMap((one) => one?.productId ?? [])
  const products = await readProductsForSale(shop.database.db, ids, shop.now())
  return chosen.map((one) => {
    const product = one && products.get(one.productId)
    return one && product ? { ...one, name: product.name, price: product.price } : null
  })
}

/** What these exchanges would make of an order, as it is now. */
export function quoteExchange(
  shop: Shop,
  { id }: { id: OrderId },
  exchanges: readonly WantedExchange[],
): Promise<PricedExchange | ExchangeRefusal> {
  return transact(shop.database, (tx) => priceExchange(shop, tx, id, exchanges))
}

/** Takes what is wanted instead out of stock; what is not there, or null. Lock the order first. */
export async function holdWanted(
  tx: Tx,
  orderId: OrderId,
  wanted: readonly WantedItem[],
  { by, at, reason }: { by: string; at: number; reason: 'held' | 'sold' },
): Promise<WantedItem | null> {
  const units = countItems(wanted)
  const stock = await lockStock(tx, units, at)
  for (const unit of units) {
    const isThere =
      stock.preorderDay(unit) === null && stock.take([unit], { reason, by, orderId, at }) !== null
    if (!isThere)
      return wanted.find(({ productId, size }) => productId === unit.productId && size === unit.size)!
  }
  await stock.write(tx)
  return null
}

/** Puts units back that were held. True: something is in stock again. */
export async function releaseItems(
  tx: Tx,
  orderId: OrderId,
  items: readonly CartItem[],
  { by, at }: { by: string; at: number },
): Promise<boolean> {
  if (items.length === 0) return false
  const stock = await lockStock(tx, items, at)
  const back = items.map(({ productId, size, quantity }) => ({
    productId,
    size,
    quantity,
    fromProduct: true,
    fromSize: true,
  }))
  const { backInStock } = stock.giveBack(back, { reason: 'released', by, orderId, at })
  await stock.write(tx)
  return backInStock
}

/** Lets go of what was held for too long, and says so to the customer. Returns how many returns it was. */
export async function releaseEndedHolds(shop: Shop): Promise<number> {
  const ended = await findEndedHolds(shop.database.db, shop.now(), HELD_BATCH)
  let isBackInStock = false
  for (const id of ended) {
    await transact(shop.database, async (tx) => {
      const seen = await findReturn(tx, id)
      if (seen === null) return
      await lockOrder(tx, seen.orderId)
      const found = (await findReturn(tx, id))!
      const at = shop.now()
      if (found.heldUntil === null || found.heldUntil > at) return
      if (await releaseItems(tx, found.orderId, heldItems(found), { by: 'system', at })) isBackInStock = true
      await changeReturn(tx, found, { held_until: null }, at)
      await recordEvent(tx, found.orderId, at, 'exchange-released', { number: found.number })
      await incrementVersion(tx, found.orderId, at)
      if (isOpenReturn(found.state)) await enqueueReturnMail(tx, (await findReturn(tx, id))!, at)
    })
  }
  if (isBackInStock) await shop.changes.publish('catalogue')
  return ended.length
}

/** What these exchanges make of an order. Nothing is changed. */
export async function priceExchange(
  shop: Shop,
  tx: Tx,
  orderId: OrderId,
  exchanges: readonly WantedExchange[],
): Promise<PricedExchange | ExchangeRefusal> {
  const order = await tx
    .selectFrom('orders')
    .select(['country', 'region', 'postal', 'delivery', 'shipping_method', 'duty_terms'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const [before, refunded, unconfirmed] = await Promise.all([
    readOrderContent(tx, orderId),
    findRefundedParts(tx, orderId),
    findUnconfirmedUnits(tx, orderId),
  ])
  if (exchanges.some(({ position }) => (unconfirmed.get(position) ?? 0) > 0))
    return { kind: 'line-refund-unconfirmed' }
  const ids = exchanges.map(({ to }) => to.productId)
  const products = await readProductsForSale(tx, ids, shop.now())
  const destination = destinationOf(order)
  const terms = await termsOfOrder(shop, tx, orderId)
  const isHandedOver = !isDelivered(order.delivery)
  let after: OrderContent = before
  let isOther = false
  for (const { position, to: wanted } of exchanges) {
    const { productId, size, quantity } = wanted
    const exchange: Exchange = { position, to: { productId, size, quantity } }
    const product = products.get(productId)
    const isSame = before.lines[position]?.productId === productId
    if (!isSame && product === undefined) return { kind: 'exchange-sold-out', item: wanted }
    const next = isSame
      ? exchangeSize(after, exchange, refunded)
      : exchangeProduct(
          after,
          { ...exchange, product: { ...product!, price: wanted.price, shipsOn: null } },
          { from: destination, to: destination, ...terms, refunded, isHandedOver },
        )
    if (next === null) return { kind: 'too-many-units' }
    isOther ||= !isSame
    after = { ...next, lines: [...next.lines] }
  }
  const total = totalOf(after)
  if (total > MAX_CHARGE) return { kind: 'too-expensive' }
  const { tariff, choices } = terms
  const sent = isOther
    ? shippingAfterChange(order, after.lines, {
        changes: after.adjustments.filter(isOfOneLine),
        to: destination,
        tariff,
        choices,
      })
    : null
  return {
    kind: 'exchange-priced',
    before,
    after,
    difference: total - totalOf(before),
    sent: sent === 'none' ? null : sent,
  }
}

/**
 * Exchanges what came of a received return, within the transaction that has locked its order: the units are of the
 * order as if they had never been sent, and those that are wanted instead take their place, to be packed. What they
 * cost more is asked for by a payment link, what they cost less is refunded.
 */
export async function exchangeWithin(
  shop: Shop,
  tx: Tx,
  order: ChangingOrder,
  found: Return,
  {
    by,
    checkedGateway,
    reserved,
  }: { by: string; checkedGateway?: boolean | undefined; reserved: ReadonlySet<ProductId> },
): Promise<{ kind: 'written' } | ExchangeRefusal> {
  const { id } = order
  const at = shop.now()
  const came = found.units.filter(({ condition }) => condition !== 'missing')
  const wanted = came.flatMap(({ exchange }) => exchange ?? [])
  const taken = findReservedWish(found, reserved)
  if (taken !== null) return { kind: 'exchange-reserved', item: taken }
  const gone = found.heldUntil === null ? await holdWanted(tx, id, wanted, { by, at, reason: 'sold' }) : null
  if (gone !== null) return { kind: 'exchange-sold-out', item: gone }
  const positions = [...new Set(came.map(({ position }) => position))]
  const exchanges = wantedExchanges(came)
  const priced = await priceExchange(shop, tx, id, exchanges)
  if (priced.kind !== 'exchange-priced') return priced
  const { before, after, difference, sent } = priced
  const refunded = await findRefundedParts(tx, id)
  const increase = {
    method: difference < shop.gateway.leastCharge ? ('waive' as const) : ('link' as const),
    words: 'Exchange',
  }
  const request = { by, difference, checkedGateway, ...(difference > 0 && { increase }) }
  const agreed = checkDifference(shop, order, { ...after, difference, refunded }, request)
  if (agreed.kind !== 'agreed') return agreed
  for (const position of positions) {
    const own = came.filter((unit) => unit.position === position)
    const restocked = own.filter(({ condition }) => condition === 'stock').length
    await takeBackUnits(tx, id, { position, quantity: own.length, restocked })
  }
  await writeItems(tx, id, before.lines, { ...agreed.content, sent }, at)
  await syncOrderState(tx, order, at)
  const { state } = await tx
    .selectFrom('orders')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [old, instead] = [came.map(({ item }) => item), wanted].map((items) =>
    countItems(items)
      .map(({ quantity, name, size }) => `${quantity} x ${name}, ${size}`)
      .join('; '),
  ) as [string, string]
  await recordEvent(tx, id, at, 'items-changed', { before: old, after: instead, ...agreed.detail }, by)
  await settleDifference(shop, tx, { ...order, state }, agreed, {
    ...request,
    change: { kind: 'items', before: old, after: instead },
    undo: null,
    now: at,
  })
  return { kind: 'written' }
}

/** What is wanted instead of these units, by line and piece. */
export function wantedExchanges(
  units: readonly Pick<Return['units'][number], 'position' | 'exchange'>[],
): WantedExchange[] {
  const byLine = Map.groupBy(units, ({ position }) => position)
  return [...byLine].flatMap(([position, own]) => {
    const wanted = own.flatMap(({ exchange }) => exchange ?? [])
    return countItems(wanted).map((item) => {
      const { price } = wanted.find((one) => one.productId === item.productId && one.size === item.size)!
      return { position, to: { ...item, price } }
    })
  })
}

function isOfOneLine({ kind, linePosition }: OrderContent['adjustments'][number]): boolean {
  return kind === 'price-change' && linePosition !== undefined
}

function totalOf({ lines, adjustments }: Pick<OrderContent, 'lines' | 'adjustments'>): number {
  return addCents(lines.map(orderLinePrice)) + adjustments.reduce((sum, { amount }) => sum + amount, 0)
}
