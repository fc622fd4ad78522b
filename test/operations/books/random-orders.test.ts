import { appendFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CANADA_TAXES } from '#domain/checkout/taxes/canada.ts'
import { registrationOf } from '#domain/checkout/taxes/tax-table.ts'
import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { toOrderId, toPaymentId, toProductId, toRefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { divideOrder } from '#domain/orders/unit-shares.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import type { RefundPart } from '#domain/refunds/refunded-units.ts'
import type { Refund, RefundSource } from '#domain/refunds/refund.ts'
import { placeOfSale, type ReturnedMoney, type SoldOrder } from '#domain/sales/sales.ts'
import { ACCOUNTS_SETTING, chartOf } from '#domain/settings/accounts.ts'
import { TAX, taxTariff } from '#domain/settings/tax.ts'
import { orderLine } from '#test/support/order-line.ts'
import { BOOK_FORMATS, type FileEntry } from '#domain/books/formats.ts'
import { addedUp, eventsOfOrder, type BookEvent, type Posting } from '#domain/books/journal.ts'
import { eventsOfSettlement } from '#domain/books/settlements.ts'

const ORDERS = 10_000
const PLACES = [
  { country: 'CA', region: 'Quebec' },
  { country: 'CA', region: 'Saskatchewan' },
  { country: 'CA', region: 'Ontario' },
  { country: 'US', region: 'Ohio' },
  { country: 'FR', region: '' },
]
const METHODS = ['stripe', 'stripe', 'cash', 'bank-transfer', 'gift-card', 'store-credit']
const SOURCES: RefundSource[] = [
  'staff',
  'cancellation',
  'by-hand',
  'store-credit',
  'gift-card',
  'dispute',
  'gateway',
]

/** Whole numbers below a limit, the same in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** An order with taxes, gift cards, changed prices and several payments, and its refunds, some of which came back. */
function drawOrder(random: (below: number) => number, at: number) {
  const lines: (OrderLine & { category: string })[] = Array.from(
    { length: 1 + random(3) },
    (_, position) => ({
      ...orderLine(1 + random(20_000), 1 + random(4), {
        productId: toProductId(`p${position}`),
        taxFree: random(4) === 0,
        ...(random(5) === 0 && { giftCard: true, taxFree: true }),
      }),
      category: 'Tees',
    }),
  )
  const destination = { ...PLACES[random(PLACES.length)]!, postal: '' }
  const setting = {
    ...TAX.fallback,
    mode: random(5) === 0 ? ('flat' as const) : ('by-destination' as const),
    registrations: [...new Set(CANADA_TAXES.map(registrationOf))],
    pricesIncludeTax: random(2) === 0,
  }
  const tariff = { ...taxTariff(setting, '2026-11-01'), shipping: cents(random(60_00)) }
  const cart = lines.map(({ unitPrice, quantity, taxFree, giftCard }) => ({
    price: unitPrice,
    quantity,
    taxFree: taxFree === true,
    weight: null,
    hsCode: '',
    origin: '',
    ...(!giftCard &&
      random(5) === 0 && { change: { price: cents(random(Number(unitPrice) + 1)), reason: '' } }),
  }))
  const { adjustments, total } = priceCart(cart, {
    destination,
    tariff,
    choices: NO_CHOICES,
    freeShipping: false,
  })
  const shares = divideOrder({ lines, adjustments })
  const extra = random(6) === 0 ? random(500) - 250 : 0
  const first = random(total + 1)
  const received = [first, Math.max(0, total - first + extra)]
    .filter((amount) => amount > 0)
    .map((amount) => ({ gateway: METHODS[random(METHODS.length)]!, amount }))
  const money = received.reduce((sum, { amount }) => sum + amount, 0)
  const place = placeOfSale({ ...destination, delivery: 'ship' }, TAX.fallback.home)
  const paidAt = Date.UTC(2026, 0, 1) + at * 3_000_000
  const sold: SoldOrder = {
    id: toOrderId(`o${at}`),
    paidAt,
    place,
    total,
    lines,
    adjustments,
    shares,
    received,
  }

  const refunds: Refund[] = []
  const parts: RefundPart[] = []
  const rows: ReturnedMoney[] = []
  let left = money
  for (let step = random(4); step > 0 && left > 0; step -= 1) {
    const amount = step === 1 && random(2) === 0 ? left : 1 + random(left)
    const id = toRefundId(`r${at}-x${step}`)
    const source = SOURCES[random(SOURCES.length)]!
    const gateway = received[random(received.length)]!.gateway
    const refund = { id, paymentId: toPaymentId('p'), source, amount: cents(amount), state: 'done' as const }
    refunds.push({
      ...refund,
      isTaken: true,
      reason: '',
      cause: null,
      by: '',
      failure: '',
      createdAt: paidAt + step,
    })
    if (random(2) === 0 && !parts.some(({ position }) => position === 0)) {
      const quantity = 1 + random(lines[0]!.quantity)
      const which = Array.from({ length: quantity }, (_, unit) => unit)
      parts.push({ refundId: id, position: 0, quantity, sent: 0, which, isCounted: true })
    }
    rows.push({ id, at: paidAt + step * 86_400_000, amount, isCorrection: false, source, gateway })
    left -= amount
  }
  const order = { lines, adjustments, shares, total, received: money, due: 0, place, refunds, parts }
  const feesKept = new Set<string>(rows.filter(() => random(4) === 0).map(({ id }) => id))
  const returned = rows.length === 0 ? null : { order, rows }
  const balances =
    random(8) === 0
      ? [{ paymentId: 'b', at: paidAt + 7, place, gateway: 'stripe', amount: 1 + random(900) }]
      : []
  const cards = { issued: random(2) * total, ended: random(total) }
  return { sold, returned, feesKept, cards, balances, late: [] }
}

/** What Stripe settled of an order: what is due to come, less a fee, and all of it paid out two days later. */
function settled(events: readonly BookEvent[], random: (below: number) => number): BookEvent[] {
  const due = events.flatMap(({ at, postings }) =>
    postings
      .filter(({ account, name }) => account === 'gatewayDue' && name === 'stripe')
      .map(({ amount }) => ({ at, amount, fee: random(500) })),
  )
  const terms = { unmatched: null, decision: null, gateway: 'stripe' }
  const net = due.reduce((sum, { amount, fee }) => sum + amount - fee, 0)
  const last = due.at(-1)
  return [
    ...due.map((one) => ({ ...one, kind: one.amount > 0 ? ('payment' as const) : ('refund' as const) })),
    ...(last ? [{ at: last.at + 172_800_000, amount: -net, fee: 0, kind: 'payout' as const }] : []),
  ].flatMap((one) => eventsOfSettlement({ ...one, currency: 'cad' }, terms))
}

test('10,000 random orders with everything in them: every event balances', () => {
  const random = seeded(46)
  const all: Posting[] = []
  const met = new Set<string>()
  const setting = { ...ACCOUNTS_SETTING.fallback, own: 'QST, Quebec, Canada = 2230 QST payable' }
  const entries: FileEntry[] = []
  for (let at = 0; at < ORDERS; at += 1) {
    const facts = drawOrder(random, at)
    const events = eventsOfOrder(facts)
    for (const event of [...events, ...settled(events, random)]) {
      const sum = event.postings.reduce((so, { amount }) => so + amount, 0)
      if (sum !== 0) expect({ at, event, sum }).toBeNull()
      all.push(...event.postings)
      for (const { account } of event.postings) met.add(account)
      entries.push({
        number: `${at}-${event.source}`,
        day: new Date(event.at).toISOString().slice(0, 10),
        kind: event.kind,
        orderNumber: `R-${at}`,
        postings: event.postings,
      })
    }
  }
  expect([...met].toSorted()).toEqual(
    expect.arrayContaining([
      'byHand',
      'customers',
      'discounts',
      'gatewayDue',
      'returnFees',
      'returns',
      'taxes',
    ]),
  )
  for (const [account, name] of [['gatewayDue', 'stripe'] as const, ['gatewayBalance', ''] as const])
    expect(addedUp(all.filter((one) => one.account === account && one.name === name))).toEqual([])
  expect(addedUp(all.filter(({ account }) => account === 'gatewayFees'))[0]?.amount).toBeGreaterThan(0)
  // For `hledger check --strict` and `bean-check`: docs/wings/books.md.
  const files = process.env['BOOKS_TO']
  if (files === undefined) return
  entries.sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
  // Accounts that come to zero are opened too.
  const names = addedUp(all.map((one) => ({ ...one, amount: 1 })))
  const terms = { chart: chartOf(setting), names, xeroTaxRate: '' }
  for (const format of ['hledger', 'beancount'] as const) {
    const { head, entry, extension } = BOOK_FORMATS[format]
    const path = `${files}/books.${extension}`
    writeFileSync(path, head(terms))
    appendFileSync(path, entries.map((one) => entry(one, terms)).join(''))
  }
})
