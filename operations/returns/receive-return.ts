import { addStoreCredit } from '#db/gift-cards/store-credit.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { incrementVersion } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { findOrder, lockOrder } from '#db/orders/orders.ts'
import { lockStock } from '#db/catalog/stock.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { changeReturn, findReturn, writeConditions } from '#db/returns/returns.ts'
import type { AuditAction } from '#domain/audit/audit.ts'
import { toRefundId, type ProductId, type ReturnId } from '#domain/ids.ts'
import { addCents, cents } from '#domain/money.ts'
import type { ChosenUnits } from '#domain/orders/fulfilment.ts'
import type { Order } from '#domain/orders/order.ts'
import { groupShares } from '#domain/refunds/refund-shares.ts'
import {
  countItems,
  heldItems,
  RETURN_TRANSITIONS,
  returnedUnits,
  returnNumber,
  type Return,
  type ReturnState,
  type ReturnUnit,
} from '#domain/returns/return.ts'
import { changeInTransaction, type ChangingOrder, type StaffRequest } from '#operations/change-as-staff.ts'
import { enqueueCreditMail } from '#operations/gift-cards/send-store-credit.ts'
import { unitWords } from '#operations/order-facts.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { refundWithin, type RefundOutcome } from '#operations/refunds/refund-order.ts'
import { restockLines } from '#operations/restock-lines.ts'
import type { Shop } from '#operations/shop.ts'
import { currentReturnRules } from './ask-for-return.ts'
import { exchangeWithin, findReservedOf, releaseItems, type ExchangeRefusal } from './exchange.ts'
import { enqueueReturnMail } from './return-mail.ts'

/** A change of a return by a member of staff. `version`: the one that they saw. */
export interface ReturnChange extends Omit<StaffRequest, 'number'> {
  id: ReturnId
  version: number
}

/** How a return is refunded. `shipping`: with what its sending cost. `keepFee`: less the fee of its method. */
export interface ReturnRefund {
  shipping: boolean
  keepFee: boolean
  checkedGateway?: boolean | undefined
}

export type ReturnOutcome =
  | { kind: 'changed'; found: Return }
  | { kind: 'unknown-return' }
  | { kind: 'return-changed' }
  /** Its state does not allow it. */
  | { kind: 'return-not-possible'; state: ReturnState }
  /** A condition is missing for one of its units. */
  | { kind: 'unknown-units' }
  /** None of its units is in the parcel: it is declined instead. */
  | { kind: 'nothing-came' }
  /** Its customer does not want another piece, or nothing of it came. */
  | { kind: 'nothing-to-exchange' }
  | ExchangeRefusal
  | Exclude<RefundOutcome, { kind: 'requested' }>

/** Accepts or declines what the rules left to staff, and says so to the customer. */
export async function decideReturn(
  shop: Shop,
  change: ReturnChange & { isAccepted: boolean; answer: string },
): Promise<ReturnOutcome> {
  const { isAccepted, answer, by } = change
  const to = isAccepted ? 'accepted' : 'declined'
  let isBackInStock = false
  const outcome = await changing(shop, change, to, async (tx, found, order) => {
    const at = shop.now()
    if (!isAccepted) isBackInStock = await letGo(tx, found, { by, at })
    const decided = {
      state: to,
      answer,
      ...(!isAccepted && { held_until: null }),
      decided_at: at,
      decided_by: by,
      due_at: isAccepted && found.isWithdrawal ? found.dueAt : null,
      closed_at: isAccepted ? null : at,
    } as const
    await changeReturn(tx, found, decided, at)
    const detail = { number: found.number, reason: answer }
    await recordEvent(tx, order.id, at, isAccepted ? 'return-accepted' : 'return-declined', detail, by)
    await incrementVersion(tx, order.id, at)
    await audit(shop, tx, isAccepted ? 'return-accepted' : 'return-declined', found, order)
    await enqueueReturnMail(tx, (await findReturn(tx, found.id))!, at)
    return null
  })
  if (isBackInStock) await shop.changes.publish('catalogue')
  return outcome
}

/** Writes what staff note for themselves, and the label that they give the customer. */
export async function annotateReturn(
  shop: Shop,
  change: ReturnChange & Pick<Return, 'staffNote' | 'label'>,
): Promise<ReturnOutcome> {
  return changing(shop, change, null, async (tx, found, order) => {
    await changeReturn(tx, found, { staff_note: change.staffNote, label: change.label }, shop.now())
    await audit(shop, tx, 'return-changed', found, order)
    const isNewLabel = change.label !== '' && change.label !== found.label && found.state === 'accepted'
    if (isNewLabel) await enqueueReturnMail(tx, (await findReturn(tx, found.id))!, shop.now())
    return null
  })
}

/**
 * Receives a return: what can be sold goes back to stock, and with `refund` its money goes back in the same step; with
 * `exchange` what the customer wants instead becomes something to pack. `units`: what staff found of each.
 */
export async function receiveReturn(
  shop: Shop,
  change: ReturnChange & {
    units: readonly Pick<ReturnUnit, 'number' | 'condition'>[]
    refund: ReturnRefund | null
    exchange?: boolean | undefined
  },
): Promise<ReturnOutcome> {
  const { units, by, refund, exchange = false } = change
  let isBackInStock = false
  const reserved = exchange ? await findReservedOf(shop, change.id) : new Set<ProductId>()
  const outcome = await changing(shop, change, 'received', async (tx, found, order) => {
    const conditions = new Map(units.map(({ number, condition }) => [number, condition]))
    const seen = found.units.map((unit) => ({ ...unit, condition: conditions.get(unit.number) ?? null }))
    if (conditions.size !== seen.length || seen.some(({ condition }) => condition === null))
      return { kind: 'unknown-units' }
    const came = returnedUnits(seen)
    if (came.length === 0) return { kind: 'nothing-came' }
    const at = shop.now()
    await lockStock(tx, itemsOf(seen), at)
    const unsent = countItems(
      seen.flatMap((unit) => (unit.condition === 'missing' && unit.exchange ? [unit.exchange] : [])),
    )
    if (found.heldUntil !== null && (await releaseItems(tx, order.id, unsent, { by, at })))
      isBackInStock = true
    // What went back before it was declined, and accepted after all, is there already.
    const isNew = ({ condition }: ReturnUnit, index: number) =>
      condition === 'stock' && found.units[index]?.condition !== 'stock'
    const stocked = asSent(returnedUnits(seen.filter(isNew)))
    const received = { ...found, units: seen, state: 'received' as const, version: found.version + 1 }
    if (refund) {
      const refunded = await refundWhatCame(shop, tx, received, order, { ...change, ...refund }, stocked)
      if (refunded.kind !== 'written') return refunded
      isBackInStock ||= refunded.backInStock
    } else {
      const restocked = await restockLines(tx, order.id, stocked, { by, at })
      if (restocked === null) return { kind: 'too-many-to-restock' }
      isBackInStock ||= restocked.backInStock
      await incrementVersion(tx, order.id, at)
    }
    await writeConditions(tx, found.id, seen)
    await changeReturn(tx, found, { state: 'received', received_at: at, received_by: by }, at)
    if (refund) {
      if (await letGo(tx, received, { by, at })) isBackInStock = true
      await close(tx, received, at)
    } else if (exchange) await exchangeWhatCame(shop, tx, received, order, { ...change, reserved })
    else await enqueueReturnMail(tx, received, at)
    const what = unitWords(order.lines, came).join('; ')
    await recordEvent(tx, order.id, at, 'return-received', { number: found.number, what }, by)
    await audit(shop, tx, 'return-received', found, order)
    return null
  })
  if (isBackInStock || exchange) await shop.changes.publish('catalogue')
  return outcome
}

/** Refunds a return that was received before. */
export async function refundReturn(shop: Shop, change: ReturnChange & ReturnRefund): Promise<ReturnOutcome> {
  let isBackInStock = false
  const outcome = await changing(shop, change, 'refunded', async (tx, found, order) => {
    const refunded = await refundWhatCame(shop, tx, found, order, change, [])
    if (refunded.kind !== 'written') return refunded
    const at = shop.now()
    isBackInStock = await letGo(tx, found, { by: change.by, at })
    await close(tx, found, at)
    return null
  })
  if (isBackInStock) await shop.changes.publish('catalogue')
  return outcome
}

/** Exchanges a return that was received before. */
export async function exchangeReturn(
  shop: Shop,
  change: ReturnChange & Pick<ReturnRefund, 'checkedGateway'>,
): Promise<ReturnOutcome> {
  const reserved = await findReservedOf(shop, change.id)
  const outcome = await changing(shop, change, 'exchanged', async (tx, found, order) => {
    await lockStock(tx, itemsOf(found.units), shop.now())
    return exchangeWhatCame(shop, tx, found, order, { ...change, reserved })
  })
  if (outcome.kind === 'changed') await shop.changes.publish('catalogue')
  return outcome
}

/** Makes what the customer wants something to pack, and tells them. Throws why not, which undoes everything. */
async function exchangeWhatCame(
  shop: Shop,
  tx: Tx,
  found: Return,
  { number }: Order,
  {
    by,
    permissions,
    checkedGateway,
    reserved,
  }: Omit<StaffRequest, 'number'> &
    Pick<ReturnRefund, 'checkedGateway'> & { reserved: ReadonlySet<ProductId> },
): Promise<null> {
  const came = found.units.filter(({ condition }) => condition !== 'missing')
  if (found.wish !== 'exchange' || came.some(({ exchange }) => exchange === null))
    throw new Refused({ kind: 'nothing-to-exchange' })
  const written = await changeInTransaction(
    shop,
    tx,
    'exchange',
    { number, by, permissions },
    (within, order) => exchangeWithin(shop, within, order, found, { by, checkedGateway, reserved }),
  )
  if (written.kind !== 'written') throw new Refused(written)
  const at = shop.now()
  const closed = { state: 'exchanged', closed_at: at, due_at: null, held_until: null } as const
  await changeReturn(tx, found, closed, at)
  await enqueueReturnMail(tx, (await findReturn(tx, found.id))!, at)
  return null
}

/** Lets go of what is held for a return. True: something is in stock again. */
function letGo(tx: Tx, found: Return, { by, at }: { by: string; at: number }): Promise<boolean> {
  return releaseItems(tx, found.orderId, heldItems(found), { by, at })
}

/** All that an exchange may move, to be locked at once. */
function itemsOf(units: readonly ReturnUnit[]): { productId: ProductId }[] {
  return units.flatMap(({ item, exchange }) => (exchange ? [item, exchange] : []))
}

function close(tx: Tx, found: Pick<Return, 'id' | 'state' | 'version'>, at: number): Promise<void> {
  const closed = { state: 'refunded', closed_at: at, due_at: null, held_until: null } as const
  return changeReturn(tx, found, closed, at)
}

/** Refunds exactly what the units that came cost, less the fee: the refund has the id of the return. */
async function refundWhatCame(
  shop: Shop,
  tx: Tx,
  found: Return,
  { number }: Order,
  { by, permissions, shipping, keepFee, checkedGateway }: ReturnRefund & Omit<StaffRequest, 'number'>,
  restock: readonly ChosenUnits[],
): Promise<Awaited<ReturnType<typeof refundWithin>>> {
  const refundId = toRefundId(found.id)
  const isCredit = found.wish === 'credit'
  const { creditBonus } = await currentReturnRules(shop, tx)
  return changeInTransaction(shop, tx, 'refund', { number, by, permissions }, async (within, order) => {
    const outcome = await refundWithin(shop, within, order, {
      number,
      version: order.version,
      by,
      permissions,
      refundId,
      amount: { items: asSent(returnedUnits(found.units)), shipping },
      ...(keepFee && found.fee > 0 && { fee: found.fee }),
      ...(isCredit && { as: 'store-credit' }),
      reason: `Return ${returnNumber(number, found)}`,
      restock,
      checkedGateway,
    })
    if (outcome.kind === 'written' && isCredit && creditBonus > 0)
      await giveBonus(shop, within, found, { order, percent: creditBonus, by })
    return outcome
  })
}

/** What the owner adds to money that a customer takes as store credit; credit that paid was credit before. */
async function giveBonus(
  shop: Shop,
  tx: Tx,
  found: Return,
  {
    order: { number, payments },
    percent,
    by,
  }: { order: Pick<ChangingOrder, 'number' | 'payments'>; percent: number; by: string },
): Promise<void> {
  const order = (await findOrder(tx, found.orderId))!
  const wasCredit = new Set(payments.filter(({ giftCardId }) => giftCardId).map(({ id }) => id))
  const rows = groupShares(await findRefunds(tx, found.orderId)).get(toRefundId(found.id)) ?? []
  const credited = addCents(
    rows
      .filter(({ source, paymentId }) => source === 'store-credit' && !wasCredit.has(paymentId))
      .map(({ amount }) => amount),
  )
  const amount = cents(Math.round((credited * percent) / 100))
  if (amount === 0) return
  const at = shop.now()
  const reason = `Bonus for return ${returnNumber(number, found)}`
  const { email, name } = order.customer
  const giftCardId = await addStoreCredit(tx, { email, name }, { kind: 'issue', amount, reason, by, at })
  await enqueueCreditMail(tx, { giftCardId, amount }, at)
}

/** Units that the customer had: a refund takes units that were not sent first, unless it is told. */
function asSent(units: readonly ChosenUnits[]): ChosenUnits[] {
  return units.map((one) => ({ ...one, sent: one.quantity }))
}

/** Rolls the transaction of a change back. */
class Refused extends Error {
  readonly outcome: Refusal

  constructor(outcome: Refusal) {
    super(outcome.kind)
    this.outcome = outcome
  }
}

type Refusal = Exclude<ReturnOutcome, { kind: 'changed' }>

/** Changes a return and its order, locked, in one transaction. `to`: the state that it gets; null: it keeps its own. */
async function changing(
  shop: Shop,
  { id, version }: ReturnChange,
  to: ReturnState | null,
  work: (tx: Tx, found: Return, order: Order) => Promise<Refusal | null>,
): Promise<ReturnOutcome> {
  const changed = transact(shop.database, async (tx): Promise<ReturnOutcome> => {
    const seen = await findReturn(tx, id)
    if (seen === null) return { kind: 'unknown-return' }
    await lockOrder(tx, seen.orderId)
    const [found, order] = [await findReturn(tx, id), await findOrder(tx, seen.orderId)]
    if (!found || !order) return { kind: 'unknown-return' }
    if (found.version !== version) return { kind: 'return-changed' }
    if (to !== null && !RETURN_TRANSITIONS[found.state].includes(to))
      return { kind: 'return-not-possible', state: found.state }
    const refused = await work(tx, found, order)
    if (refused) throw new Refused(refused)
    return { kind: 'changed', found: (await findReturn(tx, id))! }
  })
  return changed.catch((error: unknown) => {
    if (error instanceof Refused) return error.outcome
    throw error
  })
}

function audit(
  shop: Shop,
  tx: Tx,
  action: AuditAction,
  found: Return,
  { number }: Pick<Order, 'number'>,
): Promise<void> {
  return recordAudit(tx, shop, {
    action,
    subject: { id: number },
    changes: [{ field: 'Return', before: null, after: returnNumber(number, found) }],
  })
}
