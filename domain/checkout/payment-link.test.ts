import { expect, test } from 'vitest'
import {
  isBalanceDue,
  isPayable,
  orderLinkOf,
  PAYMENT_LINK_STATES,
  PAYMENT_LINK_TRANSITIONS,
} from './payment-link.ts'

test('a settled link never changes again, but a void one can be due again', () => {
  const { void: afterVoid, ...transitions } = PAYMENT_LINK_TRANSITIONS
  for (const state of PAYMENT_LINK_STATES.filter((one) => one !== 'void')) {
    expect(transitions[state].length > 0).toBe(isBalanceDue(state))
  }
  expect(isBalanceDue('void')).toBe(false)
  expect(afterVoid).toEqual(['cancelled'])
})

test('an order waits for its balance until the link is settled', () => {
  expect(PAYMENT_LINK_STATES.map(orderLinkOf)).toEqual([
    'open',
    'closed',
    'closed',
    'none',
    'none',
    'none',
    'none',
    'none',
  ])
})

test('a link can be paid while it is open, until it expires', () => {
  expect(isPayable({ state: 'open', expiresAt: 2 }, 1)).toBe(true)
  expect(isPayable({ state: 'open', expiresAt: 2 }, 2)).toBe(false)
  expect(isPayable({ state: 'cancelled', expiresAt: 2 }, 1)).toBe(false)
})
