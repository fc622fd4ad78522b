import { expect, test } from 'vitest'
import { mayBecome, ORDER_STATES as states, ORDER_TRANSITIONS, orderLineName } from './order.ts'

test('a refund is the end of an order, unless the gateway would not make it', () => {
  expect(ORDER_TRANSITIONS.refunded).toEqual(['needs-attention'])
})

test('what was sent or called off is never waiting, paid or sent again', () => {
  for (const state of ['fulfilled', 'cancelled'] as const) {
    expect(ORDER_TRANSITIONS[state]).not.toContain('pending')
    expect(ORDER_TRANSITIONS[state]).not.toContain('paid')
  }
  expect(mayBecome('cancelled', 'fulfilled')).toBe(false)
})

test('every state can be reached, and none leads out of the table', () => {
  expect(Object.keys(ORDER_TRANSITIONS).toSorted()).toEqual(states.toSorted())
  const reached = new Set(Object.values(ORDER_TRANSITIONS).flat())
  expect([...reached].toSorted()).toEqual(states.toSorted())
})

test('no order becomes what it is already, so settling twice is refused', () => {
  for (const state of states) expect(mayBecome(state, state)).toBe(false)
})

test('a paid order never goes back to waiting or to expired', () => {
  expect(mayBecome('paid', 'pending')).toBe(false)
  expect(mayBecome('paid', 'expired')).toBe(false)
})

test('money that arrives after the hold ran out can still make the order paid or be given back', () => {
  expect(mayBecome('expired', 'paid')).toBe(true)
  expect(mayBecome('expired', 'refunded')).toBe(true)
})

test('an order that needs a person can be ended by one', () => {
  expect(ORDER_TRANSITIONS['needs-attention']).toEqual([
    'paid',
    'fulfilled',
    'cancelled',
    'refunded-in-part',
    'refunded',
  ])
})

test('a line carries its size in its name', () => {
  expect(orderLineName({ name: 'Street Tee', size: 'M' })).toBe('Street Tee (Size: M)')
})
