import { expect, test } from 'vitest'
import { deliveryWords, orderWords } from './order-words.ts'

const shipping = { name: '', leastDays: 7, mostDays: 14, duty: null, method: 'standard', version: 0 }

test('an order that was handed over in person is said to be neither shipped nor on its way', () => {
  const order = {
    state: 'fulfilled',
    fulfilment: 'fulfilled',
    delivery: 'in-person',
    shipping,
    pickedUpAt: null,
  } as const
  expect(orderWords(order)).toEqual({ heading: 'All yours', next: 'You took your items with you.' })
  expect(deliveryWords(order, 'The counter')).toEqual({ heading: 'Handed over in person', lines: [] })
})

test('an order for pickup is ready, then picked up, and nothing is sent of it', () => {
  const order = { state: 'fulfilled', fulfilment: 'fulfilled', delivery: 'pickup', shipping } as const
  expect(orderWords({ ...order, pickedUpAt: null }).heading).toBe('Ready for pickup')
  expect(orderWords({ ...order, pickedUpAt: 1 })).toEqual({
    heading: 'Picked up',
    next: "You've picked up your order.",
  })
  const cancelled = { ...order, state: 'cancelled', fulfilment: 'unfulfilled', pickedUpAt: null } as const
  expect(orderWords(cancelled).next).toBe('There is nothing to pick up.')
})
