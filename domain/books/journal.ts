import { ACCOUNTS, type AccountKind } from '#domain/books/accounts.ts'
import { isExternalMethod, type ExternalMethod } from '#domain/checkout/payment.ts'
import type { GiftCardEntryKind, GiftCardKind } from '#domain/gift-cards/gift-card.ts'
import { rulesOf, type Adjustment } from '#domain/orders/order-total.ts'
import { divideRefunds } from '#domain/refunds/divide-refunds.ts'
import { orderParts } from '#domain/refunds/order-parts.ts'
import { groupShares } from '#domain/refunds/refund-shares.ts'
import type { RefundSource } from '#domain/refunds/refund.ts'
import { refundedParts } from '#domain/refunds/refunded-units.ts'
import { taxOwedTo } from '#domain/sales/reports.ts'
import {
  salesOfBalance,
  salesOfOrder,
  salesOfReturned,
  type RefundedOrder,
  type ReturnedMoney,
  type Sales,
  type SoldOrder,
} from '#domain/sales/sales.ts'

/** What an entry of the journal is of, and how staff read that. */
export const ENTRY_KINDS = {
  sale: 'Order paid',
  balance: 'Balance paid',
  refund: 'Refund',
  correction: 'Refund came back',
  late: 'Payment that came too late',
  change: 'Change of what was entered',
  card: 'Gift card or store credit',
  settled: 'Settled by the payment provider',
  payout: 'Payout',
  fee: 'Fee of the payment provider',
  other: 'Of the payment provider',
} as const

/** What an entry of the journal is of. */
export type EntryKind = keyof typeof ENTRY_KINDS

/** A line of an entry, in cents: a debit is positive, a credit negative. `name`: within the account, as of a tax. */
export interface Posting {
  account: AccountKind
  name: string
  amount: number
}

/** Something that the books say, derived from what the shop stores. Its postings add up to zero. */
export interface BookEvent {
  /** What it is of, within its subject: always the same. */
  source: string
  kind: EntryKind
  /** When it happened, in epoch milliseconds. */
  at: number
  postings: Posting[]
}

/** An entry of the journal, as stored. */
export interface JournalEntry {
  id: number
  day: string
  kind: EntryKind
  orderNumber: string | null
  postings: Posting[]
}

/** The postings of the same account and name as one, without those that are zero. */
export function addedUp(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>()
  for (const posting of postings) {
    const key = `${posting.account} ${posting.name}`
    const known = sums.get(key)
    if (known) known.amount += posting.amount
    else sums.set(key, { ...posting })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

/** The postings of an entry in the order in which bookkeepers write them: debits first. */
export function inOrder<Of extends Posting>(postings: readonly Of[]): Of[] {
  const kinds = Object.keys(ACCOUNTS)
  return postings.toSorted(
    (a, b) =>
      Number(b.amount > 0) - Number(a.amount > 0) ||
      kinds.indexOf(a.account) - kinds.indexOf(b.account) ||
      (a.name < b.name ? -1 : 1),
  )
}

const EXTERNAL_ACCOUNTS: Readonly<Record<ExternalMethod, AccountKind>> = {
  cash: 'cash',
  'card-terminal': 'cardTerminal',
  'bank-transfer': 'bankTransfer',
}

/** Where the money of a payment is. */
function moneyAccount(gateway: string): Pick<Posting, 'account' | 'name'> {
  if (isExternalMethod(gateway)) return { account: EXTERNAL_ACCOUNTS[gateway], name: '' }
  if (gateway === 'gift-card' || gateway === 'store-credit') return { account: 'cardsBetween', name: '' }
  return { account: 'gatewayDue', name: gateway }
}

/** Where returned money came from: what staff returned themselves did not come from the gateway. */
function returnedFrom(source: RefundSource, gateway: string): Pick<Posting, 'account' | 'name'> {
  if (source === 'gift-card' || source === 'store-credit') return { account: 'cardsBetween', name: '' }
  const from = moneyAccount(gateway)
  return source === 'by-hand' && from.account === 'gatewayDue' ? { account: 'byHand', name: '' } : from
}

const CHARGED_TO = {
  'gift-card': 'cardsBetween',
  items: 'sales',
  'price-change': 'discounts',
  discount: 'discounts',
  shipping: 'shipping',
  duty: 'duty',
  tax: 'taxes',
  beyond: 'customers',
} as const satisfies Record<Sales['amounts'][number]['of']['kind'], AccountKind>

/** What sales are in the books. What prices contain of a tax is taken off the sales, the shipping and the refunds. */
function postingsOf(
  sales: Sales,
  adjustments: readonly Adjustment[],
  source: RefundSource | null,
): Posting[] {
  const postings: Posting[] = []
  const post = (account: AccountKind, amount: number, name = '') => postings.push({ account, name, amount })
  const contained = { charged: 0, refunded: 0 }
  const shipping = { charged: 0, refunded: 0 }
  for (const { of, sums } of sales.amounts) {
    const { charged, refunded } = sums
    const name = of.tax === null ? '' : taxOwedTo(of)
    post(CHARGED_TO[of.kind], -charged, name)
    post(of.kind === 'items' ? 'returns' : CHARGED_TO[of.kind], refunded, name)
    if (of.kind === 'shipping') {
      shipping.charged += charged
      shipping.refunded += refunded
    }
    if (of.tax?.contained !== true) continue
    contained.charged += charged
    contained.refunded += refunded
  }
  const ofShipping = shareOfShipping(adjustments)
  for (const which of ['charged', 'refunded'] as const) {
    const sign = which === 'charged' ? 1 : -1
    const own = Math.min(contained[which], Math.round(ofShipping * shipping[which]))
    post('shipping', sign * own)
    post(which === 'charged' ? 'sales' : 'returns', sign * (contained[which] - own))
  }
  for (const { of, sums } of sales.methods) {
    const to = moneyAccount(of.gateway)
    post(to.account, sums.received, to.name)
    const from = source === null ? to : returnedFrom(source, of.gateway)
    post(from.account, -sums.returned, from.name)
  }
  return addedUp(postings)
}

/** How much of a price of shipping is tax that it contains: 0 to 1. */
function shareOfShipping(adjustments: readonly Adjustment[]): number {
  const charged = sum(
    adjustments.filter(({ kind }) => rulesOf(kind).part === 'shipping').map(({ amount }) => amount),
  )
  const contained = sum(adjustments.map(({ tax }) => (tax && tax.contained > 0 ? tax.ofShipping : 0)))
  return charged > 0 ? contained / charged : 0
}

/** Everything that an order says in the books. */
export interface OrderFacts {
  sold: SoldOrder | null
  balances: readonly {
    paymentId: string
    at: number
    place: SoldOrder['place']
    gateway: string
    amount: number
  }[]
  /** Null: nothing was returned. */
  returned: { order: RefundedOrder; rows: readonly ReturnedMoney[] } | null
  /** The refunds of returns of which a fee was kept. */
  feesKept: ReadonlySet<string>
  /** Of the gift cards that it sold, in cents: what was issued, and what of that has ended. */
  cards: { issued: number; ended: number }
  /** Money of an order that was never paid: it came too late, and goes back. */
  late: readonly { source: string; at: number; gateway: string; amount: number }[]
}

/** What an order says in the books, each as a balanced event: what was sold, each balance, and each refund. */
export function eventsOfOrder({ sold, balances, returned, feesKept, cards, late }: OrderFacts): BookEvent[] {
  const events: BookEvent[] = []
  if (sold !== null) {
    const postings = postingsOf(salesOfOrder(sold), sold.adjustments, null)
    events.push({ source: 'sale', kind: 'sale', at: sold.paidAt, postings })
  }
  for (const { paymentId, ...balance } of balances) {
    const postings = postingsOf(salesOfBalance(balance), [], null)
    events.push({ source: `balance ${paymentId}`, kind: 'balance', at: balance.at, postings })
  }
  const refunds = (returned?.rows ?? []).map((row) => ({
    row,
    sales: salesOfReturned(returned!.order, [row]),
  }))
  const kept = cardsKept(refunds, { sold, order: returned?.order ?? null, cards })
  for (const { row, sales } of refunds) {
    const { order } = returned!
    const fee = feesKept.has(row.id) ? feeKept(order, row) : 0
    const given = kept.get(row.id) ?? 0
    const postings = addedUp([
      ...postingsOf(sales, order.adjustments, row.source),
      { account: 'cardsBetween', name: '', amount: -given },
      { account: 'given', name: '', amount: given },
      { account: 'returns', name: '', amount: fee },
      { account: 'returnFees', name: '', amount: -fee },
    ])
    const kind = row.isCorrection ? 'correction' : 'refund'
    events.push({ source: `refund ${row.id}`, kind, at: row.at, postings })
  }
  for (const { source, at, gateway, amount } of late) {
    const postings = addedUp([
      { ...moneyAccount(gateway), amount },
      { account: 'customers', name: '', amount: -amount },
    ])
    events.push({ source, kind: 'late', at, postings })
  }
  return events
}

/**
 * What refunds returned of gift cards that are still worth it, by refund: it was given. Refunds of units end their
 * cards first; cards that are not issued are owed to nobody.
 */
function cardsKept(
  refunds: readonly { row: ReturnedMoney; sales: Sales }[],
  { sold, order, cards }: Pick<OrderFacts, 'sold' | 'cards'> & { order: RefundedOrder | null },
): Map<string, number> {
  const ofCards = ({ amounts }: Sales, which: 'charged' | 'refunded') =>
    sum(amounts.filter(({ of }) => of.kind === 'gift-card').map(({ sums }) => sums[which]))
  const charged = sold === null ? 0 : ofCards(salesOfOrder(sold), 'charged')
  let gone = cards.ended + Math.max(0, charged - cards.issued)
  const named = new Set(order?.parts.map(({ refundId }) => refundId))
  const ofUnits = new Set(
    [...groupShares(order?.refunds ?? [])].flatMap(([id, rows]) =>
      named.has(id) ? rows.map((row): string => row.id) : [],
    ),
  )
  const isOfUnits = ({ row }: (typeof refunds)[number]) => ofUnits.has(row.id)
  const byTime = refunds.toSorted((one, other) => one.row.at - other.row.at)
  const kept = new Map<string, number>()
  for (const { row, sales } of [...byTime.filter(isOfUnits), ...byTime.filter((one) => !isOfUnits(one))]) {
    const returned = ofCards(sales, 'refunded')
    const ended = Math.min(gone, Math.max(0, returned))
    gone -= ended
    kept.set(row.id, returned - ended)
  }
  return kept
}

/** How much less than its items cost a refund returned for them, without tax: the fee of their return. */
function feeKept(order: RefundedOrder, { id }: ReturnedMoney): number {
  const own = order.parts.filter(({ refundId, isCounted }) => refundId === id && isCounted)
  if (own.length === 0) return 0
  const { splits } = divideRefunds(order, order.refunds, order.parts)
  const rows = groupShares(order.refunds).get(id) ?? []
  const chosen = orderParts(order, refundedParts(own))
  return Math.max(
    0,
    sum(
      chosen.map(({ kind, contained, cost, lines, shipping }, at) => {
        if (kind !== 'items' && !contained) return 0
        const gone = lines.reduce((left, sums) => left - sums.at(-1)!, cost - shipping)
        const refunded = sum(rows.map((row) => splits.get(row.id)?.[at]?.amount ?? 0))
        return (kind === 'items' ? 1 : -1) * (gone - refunded)
      }),
    ),
  )
}

/** An entry of the ledger of a gift card or of store credit. `isOfTest`: of a test order that does not count. */
export interface CardEntry {
  number: number
  kind: GiftCardEntryKind
  amount: number
  at: number
  isOfTest: boolean
}

/** What the ledger of a card says in the books: what is owed on it, and against what. `isSold`: it was bought. */
export function eventsOfCard(
  card: { kind: GiftCardKind; isSold: boolean },
  entries: readonly CardEntry[],
): BookEvent[] {
  const owed = card.kind === 'store-credit' ? 'storeCredit' : 'giftCards'
  return entries.map(({ number, kind, amount, at, isOfTest }) => {
    const isGiven = isOfTest || kind === 'adjust' || ((kind === 'issue' || kind === 'void') && !card.isSold)
    return {
      source: `entry ${number}`,
      kind: 'card',
      at,
      postings: addedUp([
        { account: isGiven ? 'given' : 'cardsBetween', name: '', amount },
        { account: owed, name: '', amount: -amount },
      ]),
    }
  })
}

function sum(all: readonly number[]): number {
  return all.reduce((so, one) => so + one, 0)
}
