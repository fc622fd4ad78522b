import { expect, test, vi } from 'vitest'
import type { CartLine } from '#domain/checkout/cart.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { cents } from '#domain/money.ts'
import type { Customer } from '#domain/orders/order.ts'
import type { Destination } from '#domain/places/place.ts'
import type { Quote } from '#web/storefront/checkout/prices/quote.ts'
import { PAYMENT_REQUEST } from '#test/support/payment-request.ts'
import { WalletPurchase, type ToBuy } from './wallet-purchase.ts'

const LINE: CartLine = {
  product: { id: 'hoodie', name: 'Hoodie', price: cents(50_00), imageUrls: [] },
  quantity: 1,
  selectedSize: 'M',
}
const BOUGHT: ToBuy = { lines: [LINE], codes: ['TEN', 'OLD'], note: 'Ring twice.' }
const TARIFF: Tariff = {
  taxes: [{ label: 'GST', milliPercent: 5_000, within: null, kind: 'gst' }],
  shipping: cents(25_00),
}
const METHODS = [
  {
    id: 'ground',
    name: 'Ground',
    kind: 'delivery' as const,
    leastDays: 7,
    mostDays: 14,
    price: cents(25_00),
  },
  { id: 'air', name: 'Air', kind: 'delivery' as const, leastDays: 1, mostDays: 1, price: cents(40_00) },
]
const STILL_THERE = [
  {
    productId: 'hoodie',
    size: 'M',
    quantity: 1,
    status: 'ok' as const,
    left: null,
    orderLimit: null,
    name: null,
    price: 50,
    imageUrl: null,
  },
]
/** Before they pay, wallets tell no more. */
const TOLD: Destination = { country: 'CA', region: 'SK', postal: 'S7K' }
const PAYER: Customer = { ...PAYMENT_REQUEST.customer, region: 'SK', postal: 'S7K 1A1' }

/** What the server says; `subtotal` in cents. */
function quoteOf(subtotal: number, changes: Partial<Quote> = {}, tariff: Tariff = TARIFF): Quote {
  const lines = [{ price: cents(subtotal), quantity: 1, taxFree: false }]
  const totals = priceCart(lines, { destination: null, tariff })
  return { totals, methods: METHODS, method: 'ground', problem: null, note: null, codes: [], ...changes }
}

function purchaseAt(quote: Quote | null) {
  const price = vi.fn(async () => quote)
  const purchase = new WalletPurchase(price, 50)
  return { price, purchase, open: () => purchase.open(BOUGHT, quoteOf(50_00)) }
}

test('the sheet shows what the server says, row by row, and the rate of the price comes first', () => {
  const { purchase } = purchaseAt(null)
  const sheet = purchase.open(BOUGHT, quoteOf(50_00, { method: 'air' }))
  expect(sheet).toEqual({
    total: 77_50,
    rows: [
      { label: 'Subtotal', amount: 50_00 },
      { label: 'GST (5%)', amount: 2_50 },
      { label: 'Shipping', amount: 25_00 },
    ],
    rates: [
      { id: 'air', name: 'Air', amount: 40_00, days: '1 business day' },
      { id: 'ground', name: 'Ground', amount: 25_00, days: '7 to 14 business days' },
    ],
  })
})

test('gift cards of the cart are paid first: the sheet asks for the rest, and so does the shop', async () => {
  const { purchase } = purchaseAt(null)
  const quote = quoteOf(50_00)
  const paid = (amount: number): Quote => {
    return { ...quote, totals: { ...quote.totals, giftCards: [{ lastFour: 'WXYZ', amount }] } }
  }
  const sheet = purchase.open(BOUGHT, paid(20_00))
  expect(sheet?.total).toBe(57_50)
  expect(sheet?.rows.at(-1)).toEqual({ label: 'Gift card •••• WXYZ', amount: -20_00 })
  expect(sheet?.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(57_50)
  expect(purchase.request(PAYER)).toMatchObject({ amount: 57_50, choices: { codes: ['TEN', 'OLD'] } })
  expect(purchase.refuse({ kind: 'cart-changed', lines: STILL_THERE, quote: paid(10_00) }, PAYER)).toMatch(
    'The total is now C$67.50.',
  )
  expect(purchaseAt(null).purchase.open(BOUGHT, paid(77_50))).toBe(null)
})

test('the rows add up to the total where prices contain their taxes, and one price for all is one rate', () => {
  const { purchase } = purchaseAt(null)
  const contained = quoteOf(50_00, { methods: [], method: null }, { ...TARIFF, pricesIncludeTax: true })
  const sheet = purchase.open(BOUGHT, contained)
  expect(sheet?.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(75_00)
  expect(sheet?.total).toBe(75_00)
  expect(sheet?.rates).toEqual([{ id: 'delivery', name: 'Delivery', amount: 25_00, days: '' }])
})

test('an address is priced by the server, with what is bought and the codes that do something', async () => {
  const refused = { code: 'OLD', name: null, off: 0, refusal: { kind: 'ended', message: 'OLD has ended.' } }
  const { purchase, price } = purchaseAt(quoteOf(60_00))
  purchase.open(BOUGHT, quoteOf(50_00, { codes: [refused] }))
  expect(await purchase.chooseAddress(TOLD)).toMatchObject({ sheet: { total: 88_00 } })
  expect(price).toHaveBeenCalledWith({
    ...BOUGHT,
    destination: TOLD,
    choices: { shippingMethod: null, codes: ['TEN'] },
  })
  await purchase.chooseRate('air')
  expect(price).toHaveBeenLastCalledWith(
    expect.objectContaining({ destination: TOLD, choices: { shippingMethod: 'air', codes: ['TEN', 'OLD'] } }),
  )
})

test.each([
  [
    'no zone serves it',
    quoteOf(50_00, { problem: { field: 'country', message: 'We do not ship there.' } }),
    TOLD,
    'We do not ship there.',
  ],
  ['the server does not answer', null, TOLD, "We couldn't work out the price for this address. Try again."],
  [
    'it lacks its county',
    quoteOf(50_00),
    { ...TOLD, country: 'GB' },
    'An address in United Kingdom needs its county, which wallets leave out. Use the form of the checkout.',
  ],
])('an address is rejected when %s, and the next one is taken', async (_why, quote, at, refusal) => {
  const { purchase, price, open } = purchaseAt(quote)
  open()
  expect(await purchase.chooseAddress(at)).toEqual({ refusal })
  price.mockResolvedValue(quoteOf(50_00))
  expect(await purchase.chooseAddress(TOLD)).toMatchObject({ sheet: { total: 77_50 } })
})

test.each([
  ['nothing is priced', null],
  ['a card cannot be charged so little', quoteOf(0, {}, { taxes: [], shipping: cents(49) })],
  ['there is nothing to pay', quoteOf(0, {}, { taxes: [], shipping: cents(0) })],
])('no sheet opens while %s', (_what, quote) => {
  expect(purchaseAt(null).purchase.open(BOUGHT, quote)).toBe(null)
})

test('the shop is asked for exactly what the sheet shows', async () => {
  const { purchase } = purchaseAt(quoteOf(60_00, { method: 'air', note: 'Duty is included.' }))
  expect(purchase.request(PAYER)).toBe(null)
  purchase.open(BOUGHT, quoteOf(50_00))
  await purchase.chooseAddress(TOLD)
  expect(purchase.request(PAYER)).toMatchObject({
    customer: PAYER,
    lines: BOUGHT.lines,
    note: 'Ring twice.',
    amount: 88_00,
    shown: { rows: [{}, {}, {}, { label: 'Total', amount: 88_00 }], dutyNote: 'Duty is included.' },
    choices: { shippingMethod: 'air', codes: ['TEN', 'OLD'] },
  })
})

test('after another total at the confirmation, the next sheet shows it for that address, and only for that cart', async () => {
  const { purchase, price, open } = purchaseAt(quoteOf(50_00))
  open()
  await purchase.chooseAddress(TOLD)
  const now = quoteOf(45_00)
  expect(purchase.refuse({ kind: 'cart-changed', lines: STILL_THERE, quote: now }, PAYER)).toBe(
    'The total is now C$72.25. Nothing was charged. Open the wallet again to pay it.',
  )
  price.mockClear()
  expect(open()).toMatchObject({ total: 72_25 })
  expect(await purchase.chooseAddress(TOLD)).toMatchObject({ sheet: { total: 72_25 } })
  expect(price).not.toHaveBeenCalled()
  expect(await purchase.chooseAddress({ ...TOLD, postal: 'S7N' })).toMatchObject({ sheet: { total: 77_50 } })
  expect(purchase.open({ ...BOUGHT, codes: [] }, quoteOf(50_00))).toMatchObject({ total: 77_50 })
})

test('what is refused at the confirmation says why, and that nothing was charged', () => {
  const { purchase, open } = purchaseAt(null)
  open()
  const gone = [
    {
      productId: 'hoodie',
      size: 'M',
      quantity: 1,
      status: 'gone' as const,
      left: 0,
      orderLimit: null,
      name: 'Hoodie',
      price: null,
      imageUrl: null,
    },
  ]
  expect(purchase.refuse({ kind: 'cart-changed', lines: gone, quote: null }, PAYER)).toMatch(
    /Hoodie.* What you were buying has changed\. Nothing was charged\./,
  )
  expect(purchase.refuse({ kind: 'fields-wrong', fields: { phone: 'Enter a phone number.' } }, PAYER)).toBe(
    'Enter a phone number. Nothing was charged.',
  )
  expect(purchase.refuse({ kind: 'failed', message: 'Your card was declined.' }, PAYER)).toBe(
    'Your card was declined. Nothing was charged.',
  )
})
