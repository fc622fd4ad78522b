import { expect, test } from 'vitest'
import { mayBecome, ORDER_STATES as states, ORDER_TRANSITIONS, orderStateWords } from './order.ts'

test('a refund is final, unless the gateway fails to make it', () => {
  expect(ORDER_TRANSITIONS.refunded).toEqual(['needs-attention'])
})

test('a cancelled order never becomes pending, paid or fulfilled again, and a fulfilled one becomes paid only by undoing it', () => {
  for (const state of ['fulfilled', 'cancelled'] as const) {
    expect(ORDER_TRANSITIONS[state]).not.toContain('pending')
  }
  expect(mayBecome('fulfilled', 'paid')).toBe(true)
  expect(mayBecome('cancelled', 'paid')).toBe(false)
  expect(mayBecome('cancelled', 'fulfilled')).toBe(false)
})

test('every state can be reached, and every transition leads to a known state', () => {
  expect(Object.keys(ORDER_TRANSITIONS).toSorted()).toEqual(states.toSorted())
  const reached = new Set(Object.values(ORDER_TRANSITIONS).flat())
  expect([...reached].toSorted()).toEqual(states.toSorted())
})

test('no state changes to itself, so settling twice is refused', () => {
  for (const state of states) expect(mayBecome(state, state)).toBe(false)
})

test('a paid order never becomes pending or expired', () => {
  expect(mayBecome('paid', 'pending')).toBe(false)
  expect(mayBecome('paid', 'expired')).toBe(false)
})

test('a payment that arrives after the hold expired can still be accepted or refunded', () => {
  expect(mayBecome('expired', 'paid')).toBe(true)
  expect(mayBecome('expired', 'refunded')).toBe(true)
})

test('staff can close an order that needs attention', () => {
  expect(ORDER_TRANSITIONS['needs-attention']).toEqual([
    'paid',
    'fulfilled',
    'cancelled',
    'refunded-in-part',
    'refunded',
  ])
})

test('an order with a change that is still to be paid does not say that it is paid', () => {
  const due = { isBalanceDue: true }
  expect(orderStateWords('paid', 'unfulfilled')).toBe('Paid')
  expect(orderStateWords('paid', 'unfulfilled', due)).toBe('Not fully paid')
  expect(orderStateWords('paid', 'unfulfilled', { ...due, delivery: 'pickup' })).toBe('Not fully paid')
  expect(orderStateWords('paid', 'partially-fulfilled', due)).toBe('Partially fulfilled')
  expect(orderStateWords('needs-attention', 'unfulfilled', due)).toBe('Needs attention')
})
