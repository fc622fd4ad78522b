import { randomUUIDv7 } from 'node:crypto'
import { eventRow, recordEvent, recordOneTimeEvent } from '#db/orders/order-events.ts'
import { deleteHold } from '#db/orders/orders.ts'
import { lockStock, type AgreedTerms, type Taken, type TakenUnits } from '#db/catalog/stock.ts'
import { insertCardPayments } from '#db/checkout/payments.ts'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { deleteBuyers, writeBuyers } from '#db/drops/drop-buyers.ts'
import { takeAttempt, type Throttle } from '#db/engine/throttle.ts'
import { LastStatement, type Tx } from '#db/engine/transact.ts'
import { consumeTurn } from '#db/drops/drop-turns.ts'
import { lockSpending, rewriteGiftCardPayments } from '#db/gift-cards/gift-card-payments.ts'
import { deleteUses, writeUses } from '#db/promotions/promotion-uses.ts'
import { writeOrderContents } from '#db/orders/order-content.ts'
import {
  changeOrder,
  deleteOrders,
  insertOrders,
  writeHolds,
  type ExistingOrder,
  type OrderEntry,
} from '#db/orders/write-order.ts'
import { preorderDay } from '#domain/catalog/preorder.ts'
import type { CartTotals } from '#domain/checkout/pricing.ts'
import { POLICIES } from '#domain/settings/policies.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { currentSetting, currentVersion } from '#operations/settings/current-setting.ts'
import { addUpItems, type CartItem } from '#domain/checkout/cart.ts'
import type { Cents } from '#domain/money.ts'
import type { EarlierPayment } from './find-earlier-payment.ts'
import { findUnpaidOrder, orderContent } from './find-unpaid-order.ts'
import {
  findHoldRefusal,
  firstHoldTimes,
  holdTerms,
  recordHoldTime,
  type HoldTerms,
  type PlacementToHold,
  type TooManyUnpaid,
} from './find-hold-refusal.ts'
import type { AvailableCart } from './check-cart.ts'
import type { OrderRequest } from './order-request.ts'
import type { OrderTurn, TurnNeeded } from '#operations/drops/find-turns.ts'
import { lockLimits } from '#operations/promotions/lock-limits.ts'
import { lockBuyers, purchasesOf, type OverPersonLimit } from './limit-buyers.ts'
import { declinedEvent } from './payments/release-hold.ts'
import { orderNumber } from '#operations/order-number.ts'
import type { Shop } from '#operations/shop.ts'
import { toOrderId, type OrderId } from '#domain/ids.ts'

/** An order that is written and holds its stock. */
export interface WrittenOrder {
  id: OrderId
  number: string
  totals: CartTotals
  /** What is left for the gateway. */
  rest: Cents
  availabilityChanged: boolean
  /** When its time to pay ends, if that is sooner than usual. */
  payBy: number | null
  /** The order is new, so no payment was requested for it yet. */
  isNew: boolean
}

/** Why the database state does not allow the order. */
export type WriteRefusal =
  | { kind: 'already-paid'; orderNumber: string }
  | { kind: 'too-many-tries'; waitSeconds: number }
  /** This visitor or network holds too much unpaid stock. */
  | ({ kind: 'too-many-unpaid' } & TooManyUnpaid)
  | ({ kind: 'over-person-limit' } & OverPersonLimit)
  /** The cart has pieces of a drop whose waiting room runs, and this browser has no turn that is open. */
  | TurnNeeded

/**
 * What to write: the request, and the cart as it was just checked. `isKnown`: it was placed before. `turns`: those that
 * it needs. `holdFor`: minutes for which it holds what nobody pays yet; limits of drops count once they do.
 * `payBy`: until when it is held, where that is not as usual.
 */
export interface Placement {
  request: OrderRequest & { placedFrom: string }
  cart: AvailableCart
  earlier: Extract<EarlierPayment, { kind: 'open' }>
  isKnown: boolean
  turns: readonly OrderTurn[]
  holdFor?: number
  payBy?: number
}

/** Carries a refusal out of the transaction. */
export class PlacementRefusal extends Error {
  readonly refusal: WriteRefusal

  constructor(refusal: WriteRefusal) {
    super(refusal.kind)
    this.refusal = refusal
  }
}

/** Stock or price have changed since the cart was checked. */
export class CartChangedError extends Error {}

/** The checkout has an order that was not known. */
export class ChangedMeanwhileError extends Error {}

/** The order, or why it was not written. */
export type PlacementOutcome = WrittenOrder | PlacementRefusal | CartChangedError | ChangedMeanwhileError

/**
 * How often one checkout may be placed again, which also renews its hold. No shopper changes a cart thirty times while
 * paying; after that it is once in half an hour.
 */
const RENEWALS: Throttle = { burst: 30, refillMs: 30 * 60_000 }

/**
 * Writes new orders in one transaction, each with its payment, and takes their units one after the other. One that is
 * not possible is left out. What locks, in the order of `lockStock`, leaves in one message, and everything that is
 * written in the next, with the commit: the products are locked while PostgreSQL waits for the shop once.
 */
export async function writeNewOrders(
  shop: Shop,
  tx: Tx,
  placements: readonly Placement[],
): Promise<LastStatement<PlacementOutcome[]>> {
  const orders = await Promise.all(placements.map((placement) => newOrder(shop, placement)))
  // Networks are locked in one order, so that two groups cannot wait for each other.
  const byNetwork = orders.toSorted((one, other) => (one.placedFrom < other.placedFrom ? -1 : 1))
  const [isNew, withoutTurn, tooMany, limits, people, spending, stock] = await Promise.all([
    insertOrders(tx, orders),
    findWithoutTurn(tx, orders),
    Promise.all(
      byNetwork.map(async (order) => [order.id, await findHoldRefusal(shop, tx, order, order.id)] as const),
    ).then((refusals) => new Map(refusals)),
    lockLimits(tx, orders),
    lockBuyers(tx, orders),
    lockSpending(tx, orders),
    lockStock(
      tx,
      orders.flatMap(({ units }) => units),
      shop.now(),
    ),
  ])
  const placed: (NewPlacement & { taken: Taken })[] = []
  const outcomes = orders.map((order): PlacementOutcome => {
    const { id, number, totals, rest } = order
    if (!isNew.has(id)) return new ChangedMeanwhileError()
    const waits = withoutTurn.get(id)
    if (waits) return new PlacementRefusal(waits)
    const refusal = tooMany.get(id)
    if (refusal) return new PlacementRefusal({ kind: 'too-many-unpaid', ...refusal })
    const over = people.refuse(order)
    if (over) return new PlacementRefusal({ kind: 'over-person-limit', ...over })
    if (!limits.allow(order) || !spending.allow(order)) return new CartChangedError()
    const taken = stock.take(order.units, heldBy(order), order.agreed)
    if (taken === null) return new CartChangedError()
    limits.add(order)
    people.add(order)
    spending.add({ ...order, orderId: id })
    placed.push({ ...order, taken })
    const { payBy } = order
    return { id, number, totals, rest, payBy, isNew: true, availabilityChanged: taken.soldOut }
  })
  const isPlaced = new Set(placed.map(({ id }) => id))
  const written = Promise.all([
    deleteOrders(
      tx,
      [...isNew].filter((id) => !isPlaced.has(id)),
    ),
    writeOrderContents(tx, placed),
    writeUses(tx, placed),
    writeBuyers(tx, placed.map(withBuyers)),
    insertCardPayments(
      tx,
      placed.map(({ id, rest, ...order }) => ({
        ...order,
        orderId: id,
        gateway: shop.gateway.name,
        amount: rest,
      })),
    ),
    spending.write(),
    insertRows(
      tx,
      'order_events',
      placed.map(({ id, now, totals }) => eventRow(id, now, 'placed', { total: totals.total }, 'shopper')),
    ),
    insertRows(
      tx,
      'hold_times',
      placed.flatMap((order) => firstHoldTimes(shop, order, order.id)),
    ),
    stock.write(tx),
    writeHolds(
      tx,
      placed.map(({ id, taken, hold }) => ({ orderId: id, units: taken.taken, expiresAt: hold.endsAt })),
    ),
  ])
  return new LastStatement(written.then(() => outcomes))
}

/** The order that was written; throws why there is none. */
export function orThrow(outcome: PlacementOutcome): WrittenOrder {
  if (outcome instanceof Error) throw outcome
  return outcome
}

/** What a placement writes if its order is new. */
type NewPlacement = Awaited<ReturnType<typeof newOrder>>

async function newOrder(shop: Shop, placement: Placement) {
  const { orderPrefix } = await currentSetting(shop, SHOP_IDENTITY)
  return { ...(await placementEntry(shop, placement)), number: orderNumber(orderPrefix) }
}

async function placementEntry(shop: Shop, { request, cart, turns, holdFor, payBy }: Placement) {
  const { version: policiesVersion } = await currentVersion(shop, POLICIES)
  const { totals, products } = cart
  /** What is taken out of stock, whoever it is for. */
  const units = addUpItems(request.items.map(({ gift: _gift, ...unit }) => unit))
  const usual = await holdTerms(shop, { items: units, products }, holdFor)
  return {
    ...request,
    ...cart.chosen,
    turns,
    id: toOrderId(randomUUIDv7()),
    totals,
    products,
    agreed: agreedTerms(units, products, request.early),
    pricedBy: cart.pricedBy,
    uses: cart.uses,
    said: cart.said,
    cards: cart.cards,
    rest: cart.rest,
    now: shop.now(),
    policiesVersion,
    items: addUpItems(request.items),
    units,
    ...terms(payBy === undefined ? usual : { ...usual, endsAt: payBy, payBy }),
    purchases:
      holdFor === undefined
        ? await purchasesOf(shop, { ...request, delivery: cart.chosen.delivery, units })
        : [],
  }
}

/** What the shopper has agreed to, as the catalogue was when the cart was checked. */
function agreedTerms(
  units: readonly CartItem[],
  products: AvailableCart['products'],
  early: OrderRequest['early'],
): AgreedTerms {
  const days = units.map(({ productId, size, quantity }) => {
    const offered = products.get(productId)?.sizes.find((one) => one.size === size)
    return [`${productId} ${size}`, preorderDay(offered, quantity)] as const
  })
  return {
    prices: new Map([...products.values()].map(({ id, price }) => [id, price])),
    preorders: new Map(days.flatMap(([key, day]) => (day === null ? [] : [[key, day] as const]))),
    early,
  }
}

function terms(hold: HoldTerms) {
  return { hold, payBy: hold.payBy }
}

function withBuyers({ id, purchases }: Pick<PlacementEntry, 'id' | 'purchases'>) {
  return { id, buyers: purchases.flatMap(({ buyers }) => buyers) }
}

type PlacementEntry = Awaited<ReturnType<typeof placementEntry>>

/** Changes the order of a checkout that was placed before, and what it holds. Throws as `placeTogether` does. */
export async function writeAgain(
  shop: Shop,
  tx: Tx,
  placement: Placement,
): Promise<WrittenOrder | LastStatement<WrittenOrder>> {
  const known = await findUnpaidOrder(tx, placement.request.checkoutId, shop.now())
  if (known === null) {
    const { result } = await writeNewOrders(shop, tx, [placement])
    return new LastStatement(result.then(([outcome]) => orThrow(outcome!)))
  }
  const entry = keepTimeToPay(await placementEntry(shop, placement), known, shop.now())
  const { units, totals, rest } = entry
  // While it still holds its stock: a turn that has ended lets it be placed again until then.
  const [waits] = 'paidAs' in known ? [] : (await findWithoutTurn(tx, [entry])).values()
  if (waits) throw new PlacementRefusal(waits)
  const { id, number, held } = await rewriteOrder(shop, tx, placement, entry, known)
  // Here the order is locked, and the products are not.
  await refuseTooManyUnpaid(shop, tx, entry, id)
  if (!(await lockLimits(tx, [entry])).allow(entry)) throw new CartChangedError()
  await limitAgain(tx, { ...entry, id })
  const isPaidByCards = await rewriteGiftCardPayments(tx, {
    orderId: id,
    cards: entry.cards,
    now: shop.now(),
  })
  if (!isPaidByCards) throw new CartChangedError()
  const written = { id, number, totals, rest, payBy: entry.payBy, isNew: false }
  const expiresAt = entry.hold.endsAt
  if (isSame(held, units)) {
    await Promise.all([
      recordHoldTime(shop, tx, entry, id),
      writeHolds(tx, [{ orderId: id, units: held, expiresAt }]),
    ])
    return { ...written, availabilityChanged: false }
  }
  const change = heldBy({ id, now: shop.now() })
  const stock = await lockStock(tx, [...held, ...units], change.at)
  const { backInStock } = stock.giveBack(held, { ...change, reason: 'released' })
  const taken = stock.take(units, change, entry.agreed)
  if (taken === null) throw new CartChangedError()
  const last = Promise.all([
    recordHoldTime(shop, tx, entry, id),
    stock.write(tx),
    writeHolds(tx, [{ orderId: id, units: taken.taken, expiresAt }]),
  ])
  return new LastStatement(
    last.then(() => ({ ...written, availabilityChanged: taken.soldOut || backInStock })),
  )
}

/** The orders whose turn is not open. Turns are locked in one order, so that two groups cannot wait for each other. */
async function findWithoutTurn(
  tx: Tx,
  orders: readonly Pick<PlacementEntry, 'id' | 'checkoutId' | 'turns' | 'now'>[],
): Promise<ReadonlyMap<OrderId, TurnNeeded>> {
  const needed = orders
    .flatMap(({ turns, ...order }) => turns.map((turn) => ({ ...order, turn })))
    .toSorted(({ turn: one }, { turn: other }) => (turnName(one) < turnName(other) ? -1 : 1))
  const refused = await Promise.all(
    needed.map(async ({ id, checkoutId, turn, now }): Promise<[OrderId, TurnNeeded][]> => {
      const isOpen = await consumeTurn(tx, turn, checkoutId, now)
      return isOpen ? [] : [[id, { kind: 'turn-needed', drop: turn.drop }]]
    }),
  )
  return new Map(refused.flat())
}

/** What tells turns apart. */
export function turnName({ roomId, number }: OrderTurn): string {
  return `${roomId} ${number}`
}

/** Throws PlacementRefusal. */
async function refuseTooManyUnpaid(shop: Shop, tx: Tx, toHold: PlacementToHold, id: OrderId): Promise<void> {
  const tooMany = await findHoldRefusal(shop, tx, toHold, id)
  if (tooMany) throw new PlacementRefusal({ kind: 'too-many-unpaid', ...tooMany })
}

/** Throws PlacementRefusal. */
async function limitAgain(tx: Tx, order: Pick<PlacementEntry, 'id' | 'purchases'>): Promise<void> {
  if (order.purchases.length === 0) return
  const over = (await lockBuyers(tx, [order])).refuse(order)
  if (over) throw new PlacementRefusal({ kind: 'over-person-limit', ...over })
  await deleteBuyers(tx, order.id)
  await writeBuyers(tx, [withBuyers(order)])
}

function heldBy({ id, now }: { id: OrderId; now: number }) {
  return { reason: 'held', by: 'shopper', orderId: id, at: now } as const
}

/** Another attempt to pay makes the time to pay no longer. */
function keepTimeToPay(
  entry: PlacementEntry,
  known: ExistingOrder | { paidAs: string },
  now: number,
): PlacementEntry {
  if (entry.payBy === null || 'paidAs' in known || known.state !== 'pending') return entry
  if (known.payBy === null || known.payBy <= now) return entry
  return { ...entry, ...terms({ ...entry.hold, endsAt: known.payBy, payBy: known.payBy }) }
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
  const { policiesVersion } = entry
  const held = await deleteHold(tx, id)
  const before = await orderContent(tx, id)
  const change: OrderEntry = { ...entry, id, now }
  const { deadIntentId } = earlier
  const payment = { known, deadIntentId, gateway: shop.gateway.name, policiesVersion, rest: entry.rest }
  await changeOrder(tx, change, payment)
  // The stock taken now is for another attempt: a late event of the earlier decline must not release it.
  const decline = earlier.intent?.lastError
  if (decline) await recordOneTimeEvent(tx, id, now, declinedEvent(decline.id))
  await writeOrderContents(tx, [{ ...entry, id }])
  await deleteUses(tx, id)
  await writeUses(tx, [{ ...entry, id }])
  const step = before === (await orderContent(tx, id)) ? 'tried-again' : 'changed'
  await recordEvent(tx, id, now, step, { total: cart.totals.total }, 'shopper')
  return { id, number: known.number, held }
}

function isSame(held: readonly CartItem[], wanted: readonly CartItem[]): boolean {
  return (
    held.length === wanted.length &&
    wanted.every(({ productId, size, quantity }) =>
      held.some((one) => one.productId === productId && one.size === size && one.quantity === quantity),
    )
  )
}

/** Counts one renewal of the checkout's hold. Returns the seconds to wait, or null. */
function takeRenewal(tx: Tx, checkoutId: string, now: number): Promise<number | null> {
  return takeAttempt(tx, `checkout-renewals ${checkoutId}`, RENEWALS, now)
}
