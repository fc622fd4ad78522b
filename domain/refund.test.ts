import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { leftToRefund, refundMayBecome, returnedSoFar, standingState, type RefundState } from './refund.ts'

const refund = (amount: number, state: RefundState) => ({ amount: cents(amount), state })
const received = cents(145_36)

test('a refund on its way counts against what is left, one that failed does not', () => {
  const refunds = [refund(45_36, 'done'), refund(50_00, 'asked'), refund(145_36, 'failed')]
  expect(leftToRefund(received, refunds)).toBe(50_00)
  expect(returnedSoFar(refunds)).toBe(45_36)
})

test('what a lost dispute takes over what was left cannot be refunded, and is not owed to the shop', () => {
  expect(leftToRefund(received, [refund(100_00, 'done'), refund(145_36, 'done')])).toBe(0)
})

test('a refund that was made may come back, and one that came back stays so', () => {
  const states: RefundState[] = ['asked', 'done', 'failed', 'unconfirmed']
  const followers = states.map((from) => states.filter((to) => refundMayBecome(from, to)))
  expect(followers).toEqual([['done', 'failed', 'unconfirmed'], ['failed'], [], ['asked', 'done', 'failed']])
})

test('an order stands by its money first, then by its parcel', () => {
  const standing = (isFulfilled: boolean, ...refunds: ReturnType<typeof refund>[]) =>
    standingState({ received, refunds, isFulfilled })
  expect(standing(false)).toBe('paid')
  expect(standing(true)).toBe('fulfilled')
  expect(standing(true, refund(145_36, 'asked'))).toBe('fulfilled')
  expect(standing(true, refund(1, 'done'))).toBe('refunded-in-part')
  expect(standing(false, refund(100_00, 'done'), refund(45_36, 'done'))).toBe('refunded')
})
