import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import {
  leftToRefund,
  mayGoOut,
  overRefund,
  refundMayBecome,
  returnedSoFar,
  standingState,
  type RefundState,
} from './refund.ts'

const refund = (amount: number, state: RefundState) => ({ amount: cents(amount), state })
const received = cents(145_36)

test('a waiting refund reduces what can be refunded, a failed one does not', () => {
  const refunds = [refund(45_36, 'done'), refund(50_00, 'asked'), refund(145_36, 'failed')]
  expect(leftToRefund(received, refunds)).toBe(50_00)
  expect(returnedSoFar(refunds)).toBe(45_36)
})

test('money that a lost dispute takes beyond the rest cannot be refunded, and is not a debt to the shop', () => {
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
    id,
    isTaken,
    createdAt,
    reason: '',
    by: '',
    failure: '',
  })
  const open = (amount: number, at: number) => ({ amount: cents(amount), state: 'open' as const, at })
  const [first, second] = [asked('a', 100_00, 5), asked('b', 100_00, 5)]
  const goes = (one: typeof first, others: (typeof first)[], disputes = [open(145_36, 5)]) =>
    mayGoOut(one, { received, refunds: [one, ...others], disputes })
  expect([goes(first, [second]), goes(second, [first])]).toEqual([true, false])
  expect(goes(first, [{ ...second, isTaken: true }])).toBe(false)
  expect(goes(first, [{ ...second, state: 'failed' }])).toBe(true)
  expect(goes(first, [], [open(45_36, 6)])).toBe(true)
  expect(goes(first, [], [open(45_37, 6)])).toBe(false)
  expect(goes(first, [], [{ ...open(145_36, 6), state: 'won' as never }])).toBe(true)
})

test('the state of an order follows its money first, then its shipment', () => {
  const standing = (isFulfilled: boolean, ...refunds: ReturnType<typeof refund>[]) =>
    standingState({ received, refunds, isFulfilled })
  expect(standing(false)).toBe('paid')
  expect(standing(true)).toBe('fulfilled')
  expect(standing(true, refund(145_36, 'asked'))).toBe('fulfilled')
  expect(standing(true, refund(1, 'done'))).toBe('refunded-in-part')
  expect(standing(false, refund(100_00, 'done'), refund(45_36, 'done'))).toBe('refunded')
})
