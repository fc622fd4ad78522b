import { expect, test } from 'vitest'
import { toPaymentId, toRefundId, type PaymentId } from '#domain/ids.ts'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import { cents, type Cents } from '#domain/money.ts'
import {
  leftToRefund,
  maySendRefund,
  overRefund,
  refundMayBecome,
  returnedSoFar,
  shareRefund,
  derivedState,
  withCorrections,
  type RefundState,
} from './refund.ts'

const refund = (amount: number, state: RefundState) => ({ amount: cents(amount), state })
const received = cents(145_36)

test('a waiting refund reduces what can be refunded, a failed one does not', () => {
  const refunds = [refund(45_36, 'done'), refund(50_00, 'asked'), refund(145_36, 'failed')]
  expect(leftToRefund(received, refunds)).toBe(50_00)
  expect(returnedSoFar(refunds)).toBe(45_36)
})

test('money that a lost dispute takes beyond the rest cannot be refunded, and nobody owes it to the shop', () => {
  expect(leftToRefund(received, [refund(100_00, 'done'), refund(145_36, 'done')])).toBe(0)
})

test('a completed refund may still fail, for good; one that never reached the gateway may turn out to be completed', () => {
  const states: RefundState[] = ['asked', 'done', 'failed', 'unconfirmed']
  const followers = (isTaken: boolean) =>
    states.map((state) => states.filter((to) => refundMayBecome({ state, isTaken }, to)))
  const open = [['done', 'failed', 'unconfirmed'], ['failed']]
  expect(followers(true)).toEqual([...open, [], ['asked', 'done', 'failed']])
  expect(followers(false)).toEqual([...open, ['asked', 'done'], ['asked', 'done', 'failed']])
})

test('an over-refund counts completed refunds only, not waiting ones', () => {
  expect(overRefund(received, [refund(145_36, 'done'), refund(45_36, 'asked')])).toBe(0)
  expect(overRefund(received, [refund(145_36, 'done'), refund(45_36, 'done')])).toBe(45_36)
})

test('a refund is sent while its money is left, even if a dispute opened after it is lost', () => {
  const asked = (id: string, amount: number, createdAt: number, isTaken = false) => ({
    ...refund(amount, 'asked'),
    id: toRefundId(id),
    paymentId: toPaymentId('p'),
    source: 'staff' as const,
    isTaken,
    createdAt,
    reason: '',
    cause: null,
    by: '',
    failure: '',
  })
  const open = (amount: number, at: number) => ({ amount: cents(amount), state: 'open' as const, at })
  const [first, second] = [asked('a', 100_00, 5), asked('b', 100_00, 5)]
  const goes = (one: typeof first, others: (typeof first)[], disputes = [open(145_36, 5)]) =>
    maySendRefund(one, { received, refunds: [one, ...others], disputes })
  expect(goes(first, [second]), 'the first').toBe(true)
  expect(goes(second, [first]), 'the second').toBe(false)
  expect(goes(first, [{ ...second, isTaken: true }])).toBe(false)
  expect(goes(first, [{ ...second, state: 'failed' }])).toBe(true)
  expect(goes(first, [], [open(45_36, 6)])).toBe(true)
  expect(goes(first, [], [open(45_37, 6)])).toBe(false)
  expect(goes(first, [], [{ ...open(145_36, 6), state: 'won' as never }])).toBe(true)
})

test('the state of an order follows its money first, then its shipment', () => {
  const stateOf = (fulfilment: FulfilmentStatus, ...refunds: ReturnType<typeof refund>[]) =>
    derivedState({ received, refunds, fulfilment })
  expect(stateOf('unfulfilled')).toBe('paid')
  expect(stateOf('partially-fulfilled')).toBe('paid')
  expect(stateOf('nothing-to-fulfil')).toBe('paid')
  expect(stateOf('fulfilled')).toBe('fulfilled')
  expect(stateOf('fulfilled', refund(145_36, 'asked'))).toBe('fulfilled')
  expect(stateOf('fulfilled', refund(1, 'done'))).toBe('refunded-in-part')
  expect(stateOf('unfulfilled', refund(100_00, 'done'), refund(45_36, 'done'))).toBe('refunded')
})

test('a refund takes what is left of each payment, earliest first', () => {
  const payments = [
    { id: toPaymentId('credit'), received: cents(30_00) },
    { id: toPaymentId('card'), received: cents(70_00) },
  ]
  const share = (amount: number, ...refunds: { paymentId: PaymentId; amount: Cents; state: RefundState }[]) =>
    shareRefund(amount, payments, refunds).map(({ paymentId, amount: cut }) => [paymentId, Number(cut)])
  expect(share(20_00)).toEqual([['credit', 20_00]])
  expect(share(100_00)).toEqual([
    ['credit', 30_00],
    ['card', 70_00],
  ])
  const before = { paymentId: toPaymentId('credit'), ...refund(25_00, 'asked') }
  expect(share(10_00, before)).toEqual([
    ['credit', 5_00],
    ['card', 5_00],
  ])
  expect(share(10_00, { ...before, amount: cents(30_00) })).toEqual([['card', 10_00]])
  expect(share(0)).toEqual([])
})

test('corrections are subtracted, and a refund that was sent back keeps its amount', () => {
  const paymentId = toPaymentId('p')
  const rest = {
    paymentId,
    source: 'by-hand',
    isTaken: false,
    reason: '',
    cause: null,
    by: '',
    failure: '',
  } as const
  const note = { id: toRefundId('note'), ...refund(50_00, 'done'), ...rest, createdAt: 1 }
  const off = (amount: number, corrects = 'note') => ({ corrects: toRefundId(corrects), amount: -amount })
  const amounts = (...corrections: ReturnType<typeof off>[]) =>
    withCorrections([note], corrections).map(({ amount }) => Number(amount))
  expect(amounts()).toEqual([50_00])
  expect(amounts(off(20_00))).toEqual([30_00])
  expect(amounts(off(20_00), off(30_00))).toEqual([])
  expect(amounts(off(20_00, 'another'))).toEqual([50_00])
  expect(withCorrections([{ ...note, state: 'failed' }], [off(50_00)])).toMatchObject([{ amount: 50_00 }])
})
