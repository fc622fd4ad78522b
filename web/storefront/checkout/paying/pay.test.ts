import { expect, test, vi } from 'vitest'
import { cents } from '#domain/money.ts'
import type { CardBox, CardConfirmation } from '#web/storefront/checkout/gateways/card-box.ts'
import { pay } from './pay.ts'
import type { PaymentAnswer } from './request-payment.ts'
import { PAYMENT_REQUEST } from '#test/support/payment-request.ts'

const secret = async (): Promise<PaymentAnswer> => ({
  kind: 'secret',
  clientSecret: 's_1',
  orderNumber: 'R-1',
  payBy: null,
})
const how = (findCardBox: () => CardBox | null, ask: () => Promise<PaymentAnswer>) => ({
  days: null,
  findCardBox,
  ask,
})
const boxThat = (confirm: () => Promise<CardConfirmation>) => {
  const box: CardBox = { check: () => true, confirm: vi.fn(confirm) }
  return { box, find: () => box }
}

test("a succeeded confirmation completes the checkout, with billing details in the gateway's names", async () => {
  const { box, find } = boxThat(async () => ({ status: 'succeeded' }))
  expect(await pay(PAYMENT_REQUEST, how(find, secret))).toEqual({
    kind: 'paid',
    clientSecret: 's_1',
    orderNumber: 'R-1',
  })
  expect(box.confirm).toHaveBeenCalledWith('s_1', {
    name: 'Ada Byron',
    email: 'ada@example.com',
    phone: '306 555 0100',
    address: { line1: '1 Main St', city: 'Saskatoon', country: 'CA', postal_code: 'S7K 1A1' },
  })
})

test('the card is not charged without a payment secret', async () => {
  const { box, find } = boxThat(async () => ({ status: 'succeeded' }))
  const refused = { kind: 'failed', message: 'Failed to get payment secret' } as const
  expect(
    await pay(
      PAYMENT_REQUEST,
      how(find, async () => refused),
    ),
  ).toEqual(refused)
  expect(box.confirm).not.toHaveBeenCalled()
})

test.each([
  [
    'the gateway sends a message',
    async () => ({ error: 'Your card was declined.' }),
    'Your card was declined.',
    false,
  ],
  ['the gateway sends no message', async () => ({ error: '' }), 'Payment failed, please try again.', false],
  ['the status is not succeeded', async () => ({ status: 'processing' }), 'Payment not successful', true],
  [
    'the answer is lost',
    async () => ({ error: '', isUnconfirmed: true }),
    "We didn't get an answer about your card.",
    true,
  ],
  [
    'the card box fails',
    () => Promise.reject(new Error('Failed to fetch')),
    "We didn't get an answer about your card.",
    true,
  ],
])('when %s the error block shows the message', async (_when, confirm, message, isUnconfirmed) => {
  vi.stubGlobal('navigator', { onLine: true })
  expect(await pay(PAYMENT_REQUEST, how(boxThat(confirm).find, secret))).toEqual({
    kind: 'failed',
    message,
    isUnconfirmed,
  })
  vi.unstubAllGlobals()
})

test('a card box that never answers is given up after ten minutes, and offline is named as that', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: false })
  const ended = vi.fn()
  void pay(PAYMENT_REQUEST, how(boxThat(() => new Promise(() => {})).find, secret)).then(ended)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(ended).toHaveBeenCalledWith({ kind: 'failed', message: "You're offline.", isUnconfirmed: true })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a missing card form is reported with the message of the specification', async () => {
  expect(
    await pay(
      PAYMENT_REQUEST,
      how(() => null, secret),
    ),
  ).toEqual({
    kind: 'failed',
    message: 'Card element not found',
  })
})

test('the thank-you page is told what was bought, for whom, and what gift cards paid, also where they paid it all', async () => {
  const store = new Map<string, string>()
  vi.stubGlobal('sessionStorage', { setItem: (key: string, text: string) => store.set(key, text) })
  const gift = JSON.stringify({ name: 'Ada', email: 'ada@friend.example', message: '', sendOn: '2026-12-24' })
  const card = { id: 'gift-card', name: 'Gift card', price: cents(5_000), imageUrls: [] }
  const request = {
    ...PAYMENT_REQUEST,
    lines: [{ product: card, quantity: 1, selectedSize: '50', gift }],
    amount: cents(0),
    shown: { rows: [{ label: 'Total', amount: 5_000 }], dutyNote: null },
  }
  const answer = { kind: 'already-paid', orderNumber: 'R-1', isJustNow: true } as const
  await pay(
    request,
    how(
      () => null,
      async () => answer,
    ),
  )
  expect(JSON.parse(store.get('last-order') ?? '{}')).toMatchObject({
    number: 'R-1',
    receipt: {
      total: 5_000,
      byGiftCards: 5_000,
      isGiftsOnly: true,
      lines: [{ detail: 'For Ada, by email on December 24, 2026', price: 5_000 }],
    },
  })
  vi.unstubAllGlobals()
})
