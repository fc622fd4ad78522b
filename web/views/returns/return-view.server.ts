import { REVIEW_WORDS, returnedUnits, returnNumber } from '#domain/returns/return.ts'
import { unitWords } from '#operations/order-facts.ts'
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
    items: unitWords(order.lines, returnedUnits(found.units)),
    wish: found.wish,
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
    units: found.units.map((unit) => {
      const { name, size } = order.lines[unit.position]!
      return { ...unit, name, size }
    }),
  }
}

/** One return, with what its units cost. */
export function wholeReturnView(
  shop: Shop,
  { offer, ...listed }: NonNullable<Awaited<ReturnType<typeof readReturn>>>,
): WholeReturnView {
  return { ...returnView(shop, listed), offer }
}
