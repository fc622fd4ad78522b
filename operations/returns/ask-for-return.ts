import type { Kysely } from 'kysely'
import { transact, type Tx } from '#db/engine/transact.ts'
import { incrementVersion } from '#db/orders/move-order.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { findOrder, lockOrder } from '#db/orders/orders.ts'
import { findRefundedParts } from '#db/orders/refunded-units.ts'
import { lockStock } from '#db/catalog/stock.ts'
import { readProductsForSale } from '#db/catalog/products-for-sale.ts'
import { findReceived } from '#db/checkout/payments.ts'
import { findDisputes } from '#db/refunds/disputes.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { findReturnFiles } from '#db/returns/return-files.ts'
import { changeReturn, findReturn, findReturnable, findReturns, insertReturn } from '#db/returns/returns.ts'
import type { Database } from '#db/schema.ts'
import { toRefundId, type ProductId, type ReturnId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import { allUnits, type LineUnits } from '#domain/orders/fulfilment.ts'
import type { Order, OrderState } from '#domain/orders/order.ts'
import { isDisputed } from '#domain/refunds/dispute.ts'
import { offerRefund, type RefundOffer } from '#domain/refunds/refund-price.ts'
import { leftToRefund } from '#domain/refunds/refund.ts'
import {
  FAULTS,
  heldItems,
  RETURN_TRANSITIONS,
  REVIEW_WORDS,
  type Return,
  type ReturnReason,
  type ReturnWish,
  type ReviewReason,
  type WantedItem,
} from '#domain/returns/return.ts'
import { reviewReturn } from '#domain/returns/review-return.ts'
import { returnFee, RETURNS, returnRules, type ReturnRules } from '#domain/settings/returns.ts'
import { unitWords } from '#operations/order-facts.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { findReserved, holdWanted, releaseItems, takesPlaceIn } from './exchange.ts'
import { enqueueReturnMail } from './return-mail.ts'

/** What a customer can return of an order, and did. `offer`: what each unit costs. */
export interface OwnReturns {
  returns: Return[]
  /** Photos and labels, also of a return that is not asked for yet. */
  files: Awaited<ReturnType<typeof findReturnFiles>>
  returnable: ReadonlyMap<number, number>
  rules: ReturnRules
  /** Whether the customer can ask for a return of what they have. */
  isOffered: boolean
}

/** What a customer asks to send back. `id`: created with the form, so that pressing twice asks once. */
export interface ReturnRequest {
  id: ReturnId
  units: readonly (LineUnits & { reason: ReturnReason; exchange?: WantedItem | null })[]
  wish: ReturnWish
  method: string
  note: string
}

export type AskedReturn =
  | { kind: 'asked'; found: Return }
  /** The shop takes no returns, or none of this order now. */
  | { kind: 'not-offered' }
  | { kind: 'nothing-chosen' }
  /** More than the customer has, or asked to return already. */
  | { kind: 'too-many' }
  | { kind: 'unknown-method' }
  /** It is not said what is wanted instead, it cannot take that place, or the shop exchanges nothing. */
  | { kind: 'no-exchange' }
  /** What is wanted instead was sold while they chose. */
  | { kind: 'sold-out'; item: WantedItem }
  /** It costs something else now. */
  | { kind: 'price-changed' }
  /** The payment is disputed: the bank decides. */
  | { kind: 'disputed' }

const DAY_MS = 86_400_000
/** Returns of one order, with those that were cancelled: each sends an email. */
const MAX_RETURNS = 20
const RETURNABLE = new Set<OrderState>(['paid', 'fulfilled', 'refunded-in-part'])

/** The rules for returns as they apply now. */
export async function currentReturnRules(
  shop: Pick<Shop, 'savedSettings' | 'settings'>,
  tx?: Tx,
): Promise<ReturnRules> {
  return returnRules(await currentSetting(shop, RETURNS, tx))
}

/** What its customer can return of an order, and what they asked to. */
export async function readOwnReturns(shop: Shop, order: Order): Promise<OwnReturns> {
  const { db } = shop.database
  const [returns, files, returnable, rules] = await Promise.all([
    findReturns(db, order.id),
    findReturnFiles(db, order.id),
    findReturnable(db, order),
    currentReturnRules(shop),
  ])
  const hasAny = [...returnable.values()].some((left) => left > 0)
  const isFull = returns.length >= MAX_RETURNS
  const isOffered = rules.isOn && hasAny && !isFull && order.erasure === null && RETURNABLE.has(order.state)
  return { returns, files, returnable, rules, isOffered }
}

/** What an order’s units cost, as far as they were not refunded. */
export async function readReturnOffer(db: Kysely<Database>, { id, shipments }: Order): Promise<RefundOffer> {
  const [content, refunded, received, refunds] = await Promise.all([
    readOrderContent(db, id),
    findRefundedParts(db, id),
    findReceived(db, id),
    findRefunds(db, id),
  ])
  return offerRefund({ ...content, shipments }, refunded, leftToRefund(received, refunds))
}

/** What a request costs, and why staff would have to decide. */
export function judgeReturn(
  order: Order,
  { id, units, method, wish }: Pick<ReturnRequest, 'id' | 'units' | 'method' | 'wish'>,
  { rules, returns, files, now }: Pick<OwnReturns, 'rules' | 'returns' | 'files'> & { now: number },
): { fee: Cents | null; review: ReviewReason[] } {
  const hasPhotos = files.some(({ returnId }) => returnId === id)
  const isFaulty = units.some(({ reason }) => FAULTS.includes(reason)) && (hasPhotos || !rules.faultyPhotos)
  const fee = returnFee(rules, method)
  return {
    fee: isFaulty || (wish === 'exchange' && fee !== null) ? cents(0) : fee,
    review: reviewReturn(order, units, { rules, returns, now }),
  }
}

/** A customer asks to send units back: accepted at once where the rules allow it, otherwise left to staff. */
export async function askForReturn(
  shop: Shop,
  { id: orderId }: Pick<Order, 'id'>,
  request: ReturnRequest,
): Promise<AskedReturn> {
  const { id, units, wish, method, note } = request
  const rules = await currentReturnRules(shop)
  const wanted = units.flatMap(({ exchange }) => exchange?.productId ?? [])
  const reserved = await findReserved(shop, wanted)
  const asked = await transact(shop.database, async (tx): Promise<AskedReturn> => {
    await lockOrder(tx, orderId)
    const known = await findReturn(tx, id)
    if (known?.orderId === orderId) return { kind: 'asked', found: known }
    const order = await findOrder(tx, orderId)
    if (known || !order || !rules.isOn || !RETURNABLE.has(order.state)) return { kind: 'not-offered' }
    if (isDisputed(await findDisputes(tx, orderId))) return { kind: 'disputed' }
    // Its refund gets its id, so no refund may have it.
    const refunds = await findRefunds(tx, orderId)
    if (refunds.some((refund) => refund.id === toRefundId(id))) return { kind: 'not-offered' }
    const returns = await findReturns(tx, orderId)
    if (returns.length >= MAX_RETURNS) return { kind: 'not-offered' }
    if (units.length === 0) return { kind: 'nothing-chosen' }
    const returnable = await findReturnable(tx, order)
    const isTooMuch = allUnits([{ units: [...units] }]).some(
      ({ position, quantity }) => quantity > (returnable.get(position) ?? 0),
    )
    if (isTooMuch) return { kind: 'too-many' }
    const now = shop.now()
    const own = { rules, returns, files: await findReturnFiles(tx, orderId), now }
    const { fee, review } = judgeReturn(order, request, own)
    if (fee === null) return { kind: 'unknown-method' }
    const dueAt = review.length === 0 ? null : now + rules.staffDays * DAY_MS
    const refused = wish === 'exchange' && (await holdFor(shop, tx, order, request, { rules, reserved }))
    if (refused) return refused
    const heldUntil = wish === 'exchange' ? now + rules.holdDays * DAY_MS : null
    const asked = { id, units, wish, method, note, fee, review, dueAt, heldUntil }
    return { kind: 'asked', found: await writeReturn(tx, order, asked, now) }
  })
  if (asked.kind === 'asked' && wish === 'exchange') await shop.changes.publish('catalogue')
  return asked
}

/** Holds what is wanted instead, at the price that the customer saw; or why not. */
async function holdFor(
  shop: Shop,
  tx: Tx,
  { id, lines }: Pick<Order, 'id' | 'lines'>,
  { units }: ReturnRequest,
  { rules, reserved }: { rules: ReturnRules; reserved: ReadonlySet<ProductId> },
): Promise<AskedReturn | null> {
  const each = units.flatMap(({ quantity, exchange }) =>
    Array.from({ length: quantity }, () => exchange ?? null),
  )
  const others = units.flatMap(({ position, exchange }) =>
    exchange && exchange.productId !== lines[position]?.productId ? [exchange] : [],
  )
  const wanted = each.filter((one) => one !== null)
  if (!rules.exchanges || wanted.length < each.length) return { kind: 'no-exchange' }
  const at = shop.now()
  await lockStock(tx, wanted, at)
  const ids = others.map(({ productId }) => productId)
  const products = await readProductsForSale(tx, ids, at)
  if ([...products.values()].some((product) => !takesPlaceIn(lines, product, reserved)))
    return { kind: 'no-exchange' }
  if (
    others.some(({ productId, price }) => products.has(productId) && products.get(productId)!.price !== price)
  )
    return { kind: 'price-changed' }
  const gone = await holdWanted(tx, id, wanted, { by: 'shopper', at, reason: 'held' })
  return gone && { kind: 'sold-out', item: gone }
}

/** Writes a return of a locked order, whose units were counted. */
export async function writeReturn(
  tx: Tx,
  { id: orderId, lines }: Pick<Order, 'id' | 'lines'>,
  asked: ReturnRequest &
    Pick<Return, 'fee' | 'review' | 'dueAt'> & { isWithdrawal?: boolean; heldUntil?: number | null },
  now: number,
): Promise<Return> {
  const { id, units, review, wish, method, note, isWithdrawal = false } = asked
  const number = ((await findReturns(tx, orderId)).at(-1)?.number ?? 0) + 1
  const isAccepted = review.length === 0
  const row = {
    id,
    order_id: orderId,
    number,
    state: isAccepted ? ('accepted' as const) : ('asked' as const),
    wish,
    method,
    note,
    review: JSON.stringify(review),
    fee_cents: asked.fee,
    is_withdrawal: isWithdrawal ? (1 as const) : (0 as const),
    created_at: now,
    due_at: asked.dueAt,
    held_until: asked.heldUntil ?? null,
    ...(isAccepted && { decided_at: now, decided_by: 'shopper' }),
  }
  const each = units.flatMap(({ position, quantity, reason, exchange = null }) => {
    const { productId, name, size } = lines[position]!
    return Array.from({ length: quantity }, () => ({
      position,
      item: { productId, name, size },
      reason,
      exchange,
    }))
  })
  await insertReturn(tx, row, each)
  const what = unitWords(lines, allUnits([{ units: [...units] }])).join('; ')
  const why = review.map((reason) => REVIEW_WORDS[reason]).join(', ')
  await recordEvent(tx, orderId, now, 'return-asked', { number, what, why }, 'shopper')
  await incrementVersion(tx, orderId, now)
  const found = (await findReturn(tx, id))!
  await enqueueReturnMail(tx, found, now)
  return found
}

/** The customer keeps it after all, as long as it has not come in. False: it has, or is over. */
export async function cancelOwnReturn(
  shop: Shop,
  { id: orderId }: Pick<Order, 'id'>,
  id: ReturnId,
): Promise<boolean> {
  let isBackInStock = false
  const isCancelled = await transact(shop.database, async (tx) => {
    await lockOrder(tx, orderId)
    const found = await findReturn(tx, id)
    if (found?.orderId !== orderId || !RETURN_TRANSITIONS[found.state].includes('cancelled')) return false
    const at = shop.now()
    isBackInStock = await releaseItems(tx, orderId, heldItems(found), { by: 'shopper', at })
    const cancelled = { state: 'cancelled', closed_at: at, due_at: null, held_until: null } as const
    await changeReturn(tx, found, cancelled, at)
    await recordEvent(tx, orderId, at, 'return-cancelled', { number: found.number }, 'shopper')
    await incrementVersion(tx, orderId, at)
    return true
  })
  if (isBackInStock) await shop.changes.publish('catalogue')
  return isCancelled
}
