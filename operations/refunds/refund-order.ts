import { readOrderContent } from '#db/orders/order-content.ts'
import { recordOneTimeEvent } from '#db/orders/order-events.ts'
import { findShipments } from '#db/orders/shipments.ts'
import { findRefundedParts, findRefundParts, insertRefundParts } from '#db/orders/refunded-units.ts'
import { isGiftCardUsed, voidGiftCards } from '#db/gift-cards/void-gift-cards.ts'
import type { CreditHolder } from '#db/gift-cards/store-credit.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderId, RefundId } from '#domain/ids.ts'
import { addCents, cents, type Cents } from '#domain/money.ts'
import type { ChosenUnits, SplitUnits } from '#domain/orders/fulfilment.ts'
import { ORDER_ACTIONS } from '#domain/orders/allowed-actions.ts'
import type { OrderState } from '#domain/orders/order.ts'
import { offerRefund, priceChoice, type RefundChoice } from '#domain/refunds/refund-price.ts'
import { choicesOf } from '#domain/refunds/refunded-units.ts'
import { remaindersOf, type RefundRemainder } from '#domain/refunds/refund-shares.ts'
import { isRefundUnconfirmed, leftToRefund } from '#domain/refunds/refund.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { refundedWords } from '#operations/order-facts.ts'
import { changeAsStaff, type ChangeRefusal, type ChangingOrder } from '#operations/change-as-staff.ts'
import { restockLines } from '#operations/restock-lines.ts'
import { syncOrderState } from '#operations/sync-order-state.ts'
import type { Shop } from '#operations/shop.ts'
import { findExistingRefund } from './find-existing-refund.ts'
import type { RefundRequest } from './refund-request.ts'
import { returnMoney } from './return-money.ts'

export type RefundOutcome =
  | { kind: 'requested' }
  /** More than is left of what was paid. */
  | { kind: 'too-much'; left: Cents }
  /** Nothing was chosen that costs anything. */
  | { kind: 'nothing-chosen' }
  /** The fee of a return is as much as what its units cost. */
  | { kind: 'fee-takes-all' }
  /** A line has fewer units that were not refunded yet. */
  | { kind: 'too-many-units' }
  /** A gift card of a chosen line was used: what is unused of it can be refunded as a sum. */
  | { kind: 'gift-card-used' }
  /** A line has fewer units left to restock. */
  | { kind: 'too-many-to-restock' }
  /** Store credit is of an email address, and the order has none. */
  | { kind: 'no-credit-holder' }
  /** Another order has a refund with this id. */
  | { kind: 'refund-id-taken' }
  | ChangeRefusal

/**
 * Refunds some or all of the money. The outbox calls the gateway; until the money is returned, the refund is `asked`.
 */
export async function refundOrder(shop: Shop, request: RefundRequest): Promise<RefundOutcome> {
  if (!request.permissions.includes(ORDER_ACTIONS.refund.permission)) return { kind: 'not-permitted' }
  const known = await findExistingRefund(shop, request)
  if (known) return known
  let outcome: Awaited<ReturnType<typeof refundWithin>>
  try {
    outcome = await changeAsStaff(shop, 'refund', request, (tx, order) =>
      refundWithin(shop, tx, order, request),
    )
  } catch (error) {
    // Another request has written a refund with this id in the meantime: the table takes only one.
    const meanwhile = await findExistingRefund(shop, request)
    if (meanwhile === null) throw error
    return meanwhile
  }
  if (outcome.kind === 'changed-meanwhile') return (await findExistingRefund(shop, request)) ?? outcome
  if (outcome.kind !== 'written') return outcome
  if (outcome.backInStock) await shop.changes.publish('catalogue')
  return { kind: 'requested' }
}

/** The same within the transaction of a change that has locked the order, such as the receipt of a return. */
export async function refundWithin(
  shop: Shop,
  tx: Tx,
  order: ChangingOrder,
  { by, refundId, amount: wanted, fee, as, reason, restock, checkedGateway = false }: RefundRequest,
): Promise<Exclude<RefundOutcome, { kind: 'requested' }> | { kind: 'written'; backInStock: boolean }> {
  const { id, paidAt, received, refunds } = order
  const now = shop.now()
  const isUnconfirmed = isRefundUnconfirmed(refunds)
  if (isUnconfirmed && !checkedGateway) return { kind: 'refund-unconfirmed' }
  const creditOf = as && (await findHolder(tx, id))
  if (creditOf === null) return { kind: 'no-credit-holder' }
  const left = leftToRefund(received, refunds)
  const priced = await priceWanted(tx, order, wanted, left)
  if ('kind' in priced) return priced
  const { what, items, shipping, rests } = priced
  const positions = items.map(({ position }) => position)
  if (await isGiftCardUsed(tx, id, positions)) return { kind: 'gift-card-used' }
  const ownAmount = cents(Math.max(0, priced.amount - (fee ?? 0)))
  if (fee !== undefined && ownAmount === 0) return { kind: 'fee-takes-all' }
  const amount = addCents([ownAmount, ...rests.map((rest) => rest.amount)])
  if (amount > left) return { kind: 'too-much', left }
  if (restock.length > 0 && paidAt === null) return { kind: 'too-many-to-restock' }
  const restocked = await restockLines(
    tx,
    id,
    restock.map((units) => likeItem(units, items)),
    { by, at: now },
  )
  if (restocked === null) return { kind: 'too-many-to-restock' }
  const detail = {
    amount,
    what,
    reason,
    restock,
    ...(fee && { fee }),
    ...(as && { method: as }),
    ...(isUnconfirmed && { checkedGateway }),
  }
  // The name identifies a request that is sent again: a refund of rests only has no row with its own id.
  const event = { kind: 'refund-asked', name: refundId, detail, actor: by } as const
  if (!(await recordOneTimeEvent(tx, id, now, event)))
    throw new Error(`Refund ${refundId} was requested before`)
  const own = ownAmount > 0 ? [{ id: refundId, amount: ownAmount }] : []
  let { state }: { state: OrderState } = order
  for (const part of [...rests, ...own]) {
    const refund = { ...part, orderId: id, source: 'staff', reason, by, now } as const
    const current = { ...order, state, refunds: await findRefunds(tx, id) }
    state = await returnMoney(tx, refund, current, {
      strayFirst: typeof wanted === 'number',
      creditOf,
    })
  }
  const parts = items.map((item) => ({ ...item, refundId, which: null }))
  const ofShipping = { refundId, position: null, quantity: 1, sent: 0, which: null }
  await insertRefundParts(tx, id, shipping ? [...parts, ofShipping] : parts)
  await syncOrderState(tx, { ...order, state, refunds: await findRefunds(tx, id) }, now)
  if (items.length > 0) await voidGiftCards(tx, id, (await findRefundedParts(tx, id)).units, now)
  return { kind: 'written', backInStock: restocked.backInStock }
}

/** Whose store credit gets the money; null: the order has no address. */
async function findHolder(tx: Tx, id: OrderId): Promise<CreditHolder | null> {
  const holder = await tx
    .selectFrom('orders')
    .select(['email', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return limitEmail(holder.email) === '' ? null : holder
}

/** Restocked units of a refunded item count as sent as far as the refunded units of that item were sent. */
function likeItem(units: ChosenUnits, items: readonly SplitUnits[]): ChosenUnits {
  const item = items.find(({ position }) => position === units.position)
  return units.sent === undefined && item ? { ...units, sent: Math.min(units.quantity, item.sent) } : units
}

/**
 * A refund with its price. `amount`: without `rests`, which are refunded under ids of their own. `what`: for the
 * history.
 */
interface PricedRefund {
  amount: Cents
  what: string
  items: readonly SplitUnits[]
  shipping: boolean
  rests: readonly Pick<RefundRemainder, 'id' | 'amount'>[]
}

async function priceWanted(
  tx: Tx,
  { id, refunds }: Pick<ChangingOrder, 'id' | 'refunds'>,
  wanted: RefundRequest['amount'],
  left: Cents,
): Promise<PricedRefund | { kind: 'nothing-chosen' | 'too-many-units' } | { kind: 'too-much'; left: Cents }> {
  if (typeof wanted === 'number') return { amount: wanted, what: '', items: [], shipping: false, rests: [] }
  const rests = await findRests(tx, { id, refunds }, new Set(wanted.rests), left)
  if (rests === null) return { kind: 'nothing-chosen' }
  if (rests.length > 0 && wanted.items.length === 0 && !wanted.shipping) {
    // Their items are those of the earlier refunds.
    return { amount: cents(0), what: inWords(rests), items: [], shipping: false, rests }
  }
  const beside = leftBeside(left, rests)
  const priced = await price(tx, id, wanted, beside)
  if ('kind' in priced) return priced
  if (priced.amount === 0) return { kind: 'too-much', left: beside }
  return { ...priced, what: inWords([priced, ...rests]), rests }
}

function leftBeside(left: Cents, rests: readonly Pick<RefundRemainder, 'amount'>[]): Cents {
  return cents(left - addCents(rests.map(({ amount }) => amount)))
}

function inWords(parts: readonly { what: string }[]): string {
  return parts.map(({ what }) => what).join(' and ')
}

/** The rests of these refunds, in all at most what is left; null when one of them has none. */
async function findRests(
  tx: Tx,
  { id, refunds }: Pick<ChangingOrder, 'id' | 'refunds'>,
  wanted: ReadonlySet<RefundId>,
  left: Cents,
): Promise<(Pick<RefundRemainder, 'id' | 'amount'> & { what: string })[] | null> {
  if (wanted.size === 0) return []
  const choices = choicesOf(await findRefundParts(tx, id))
  const open = remaindersOf(refunds, (refundId) => choices.has(refundId))
  const { lines } = await readOrderContent(tx, id)
  const rests: (Pick<RefundRemainder, 'id' | 'amount'> & { what: string })[] = []
  for (const refundId of wanted) {
    const rest = open.find((one) => one.refundId === refundId)
    const amount = cents(Math.min(rest?.amount ?? 0, leftBeside(left, rests)))
    if (!rest || amount === 0) return null
    rests.push({ id: rest.id, amount, what: `the rest of ${refundedWords(lines, choices.get(refundId)!)}` })
  }
  return rests
}

/** The price of the chosen items and shipping, at most what is left, and their names for the history. */
async function price(
  tx: Tx,
  orderId: OrderId,
  choice: RefundChoice,
  left: Cents,
): Promise<Omit<PricedRefund, 'rests'> | { kind: 'nothing-chosen' | 'too-many-units' }> {
  const content = await readOrderContent(tx, orderId)
  const refunded = await findRefundedParts(tx, orderId)
  const shipments = await findShipments(tx, orderId)
  const priced = priceChoice(offerRefund({ ...content, shipments }, refunded, left), choice)
  if (priced.kind !== 'priced') return priced
  // Shipping that another refund returned is not returned by this one too: the other one may still fail.
  const shipping = choice.shipping && !refunded.shipping
  const what = refundedWords(content.lines, { items: priced.items, shipping })
  return { amount: priced.amount, items: priced.items, what, shipping }
}
