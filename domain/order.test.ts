import { expect, test } from 'vitest'
import { mayBecome, ORDER_TRANSITIONS, orderLineName, type OrderState } from './order.ts'

const states = Object.keys(ORDER_TRANSITIONS) as OrderState[]

test('a refund is the end of an order', () => {
  for (const state of states) expect(mayBecome('refunded', state)).toBe(false)
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
  expect(ORDER_TRANSITIONS['needs-attention']).toEqual(['paid', 'refunded'])
})

test('a line carries its size in its name', () => {
  expect(orderLineName({ name: 'Street Tee', size: 'M' })).toBe('Street Tee (Size: M)')
})
