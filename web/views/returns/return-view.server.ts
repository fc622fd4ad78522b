import { countItems, REVIEW_WORDS, returnNumber, type ReturnedItem } from '#domain/returns/return.ts'
import type { ExchangeRefusal, PricedExchange } from '#operations/returns/exchange.ts'
import type { ListedReturn, readReturn } from '#operations/returns/read-returns.ts'
import type { Shop } from '#operations/shop.ts'
import { actorName } from '#web/views/orders/history-words.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { ReturnView, WholeReturnView } from './return-view.ts'

/** A return of a list. */
export function returnView(shop: Shop, { found, order }: ListedReturn): ReturnView {
  const time = staffTime(shop)
  const step = (at: number | null, by: string | null) =>
    at === null ? null : { at: time(at), by: actorName(by ?? '') }
  return {
    number: returnNumber(order.number, found),
    order: order.number,
    version: found.version,
    state: found.state,
    name: order.customer.name,
    email: order.customer.email,
    items: itemWords(found.units.filter(({ condition }) => condition !== 'missing').map(({ item }) => item)),
    wish: found.wish,
    instead: itemWords(found.units.flatMap(({ exchange }) => exchange ?? [])),
    held: found.heldUntil === null ? null : time(found.heldUntil),
    review: found.review.map((reason) => REVIEW_WORDS[reason]),
    method: found.method,
    fee: found.fee,
    note: found.note,
    answer: found.answer,
    label: found.label,
    staffNote: found.staffNote,
    isWithdrawal: found.isWithdrawal,
    askedAt: time(found.createdAt),
    due: found.dueAt === null ? null : { at: time(found.dueAt), isPast: found.dueAt < shop.now() },
    decided: step(found.decidedAt, found.decidedBy),
    received: step(found.receivedAt, found.receivedBy),
    units: found.units.map(({ number, position, item: { name, size }, reason, condition, exchange }) => ({
      number,
      position,
      name,
      size,
      reason,
      condition,
      exchange: exchange && { name: exchange.name, size: exchange.size },
    })),
  }
}

/** One return, with what its units cost. */
export function wholeReturnView(
  shop: Shop,
  { offer, exchange, files, ...listed }: NonNullable<Awaited<ReturnType<typeof readReturn>>>,
): WholeReturnView {
  const time = staffTime(shop)
  return {
    ...returnView(shop, listed),
    files: files.map(({ id, kind, addedAt, addedBy }) => ({
      id,
      kind,
      addedAt: time(addedAt),
      addedBy: actorName(addedBy),
    })),
    offer,
    exchange: exchange && exchangeView(exchange),
  }
}

function itemWords(items: readonly ReturnedItem[]): string[] {
  return countItems(items).map(({ quantity, name, size }) => `${quantity} x ${name}, ${size}`)
}

/** Why what is wanted cannot be sent: who gets one is decided elsewhere. */
export function reservedWords({ name, size }: ReturnedItem): string {
  return `${name}, ${size} is of a drop by now, and no longer held. Refund the return instead.`
}

function exchangeView(priced: PricedExchange | ExchangeRefusal): NonNullable<WholeReturnView['exchange']> {
  if (priced.kind === 'exchange-priced') return { difference: priced.difference, problem: '' }
  const problem =
    priced.kind === 'exchange-reserved'
      ? reservedWords(priced.item)
      : priced.kind === 'exchange-sold-out'
        ? `${priced.item.name}, ${priced.item.size} is not for sale any more. Refund the return instead.`
        : 'It cannot be exchanged now. Look at the refunds of the order.'
  return { difference: 0, problem }
}
