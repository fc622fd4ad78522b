import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import {
  isCovered,
  methodReference,
  methodWords,
  sumReceived,
  stateAfterRefund,
  statesBefore,
  whenPaid,
} from './payment.ts'
import type { PaymentKind, PaymentState } from './payment.ts'

const paid = (received: number, state: PaymentState = 'succeeded') => ({ received: cents(received), state })

test('an order is paid when its payments add up exactly to its total', () => {
  const total = cents(145_36)
  expect(isCovered(total, [paid(145_36)])).toBe(true)
  expect(isCovered(total, [paid(45_36), paid(100_00)])).toBe(true)
  expect(isCovered(total, [paid(45_36), paid(99_99)])).toBe(false)
  expect(isCovered(total, [paid(45_36), paid(100_01)])).toBe(false)
  expect(isCovered(total, [])).toBe(false)
})

test('only successful payments count towards the total, and refunds do not reduce what was received', () => {
  const others: PaymentState[] = ['open', 'canceled', 'set-aside', 'refunding', 'refunded']
  for (const state of others) expect(isCovered(cents(50_00), [paid(50_00, state)])).toBe(false)
  expect(sumReceived([paid(50_00, 'refunded'), paid(20_00)])).toBe(70_00)
})

test('what a gift card was to pay counts once the order is paid, and a payment of another kind only when it came', () => {
  const waiting = (kind: PaymentKind, state: PaymentState) => ({
    kind,
    state,
    amount: cents(20_00),
    received: cents(0),
  })
  for (const state of ['open', 'canceled'] as const)
    expect(isCovered(cents(50_00), [paid(30_00), whenPaid(waiting('gift-card', state))])).toBe(true)
  for (const kind of ['link', 'external'] as const)
    expect(isCovered(cents(50_00), [paid(30_00), whenPaid(waiting(kind, 'open'))])).toBe(false)
})

test('a received payment is never open again, and one that was set aside counts only once staff accept it', () => {
  expect(statesBefore('open')).toEqual(['open', 'canceled'])
  expect(statesBefore('set-aside')).not.toContain('succeeded')
  expect(statesBefore('succeeded')).toContain('set-aside')
})

test.each([
  ['succeeded', 0, 'succeeded'],
  ['succeeded', 49_99, 'succeeded'],
  ['succeeded', 50_00, 'refunded'],
  ['succeeded', 80_00, 'refunded'],
  ['set-aside', 20_00, 'set-aside'],
  ['set-aside', 50_00, 'refunded'],
  ['refunded', 20_00, 'succeeded'],
  ['open', 50_00, 'open'],
  ['canceled', 50_00, 'canceled'],
] as const)(
  'a payment of C$50 that is %s, of which %i cents were returned, is %s',
  (state, returned, after) => {
    const money = { returned, isWaiting: false, isAccepted: true }
    expect(stateAfterRefund(paid(50_00, state), money)).toBe(after)
  },
)

test('a payment that is being refunded keeps its state while the refund is pending', () => {
  const money = { returned: 20_00, isAccepted: true }
  expect(stateAfterRefund(paid(50_00, 'refunding'), { ...money, isWaiting: true })).toBe('refunding')
  expect(stateAfterRefund(paid(50_00, 'refunding'), { ...money, isWaiting: false })).toBe('succeeded')
})

test('an unaccepted payment is set aside again when its refund is sent back', () => {
  const money = { returned: 0, isWaiting: false, isAccepted: false }
  expect(stateAfterRefund(paid(50_00, 'refunded'), money)).toBe('set-aside')
  expect(stateAfterRefund(paid(0, 'set-aside'), money)).toBe('set-aside')
})

test.each([
  [{ method: 'apple_pay', last4: '4242' }, 'Apple Pay •••• 4242'],
  [{ method: 'card', last4: '0341' }, 'Card •••• 0341'],
  [{ method: 'klarna', last4: '' }, 'Klarna'],
  [{ method: 'a_later_method', last4: '' }, 'A later method'],
])('staff read what was paid with: %o', (paidWith, words) => {
  expect(methodWords(methodReference(paidWith))).toBe(words)
  expect(methodWords('')).toBe('')
})
