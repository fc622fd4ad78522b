import { expect, test, vi } from 'vitest'
import type { CardBox, CardConfirmation } from '#web/storefront/checkout/gateways/card-box.ts'
import { pay } from './pay.ts'
import type { PaymentAnswer } from './request-payment.ts'
import { PAYMENT_REQUEST } from '#test/support/payment-request.ts'

const secret = async (): Promise<PaymentAnswer> => ({
  kind: 'secret',
  clientSecret: 's_1',
  orderNumber: 'R-1',
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
