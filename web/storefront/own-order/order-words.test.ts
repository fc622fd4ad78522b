import { expect, test } from 'vitest'
import { english } from '#words/en/english.ts'
import { deliveryWords, orderWords, receivedBy } from './order-words.ts'

const shipping = { name: '', leastDays: 7, mostDays: 14, duty: null, method: 'standard', version: 0 }
const NOTHING_TAKEN = { pickedUpAt: null, shipments: [], pickups: [], readyRefunds: [] }

test('an order that was handed over in person does not say that it is shipped or on its way', () => {
  const order = {
    state: 'fulfilled',
    fulfilment: 'fulfilled',
    delivery: 'in-person',
    shipping,
    ...NOTHING_TAKEN,
  } as const
  expect(orderWords(order, english)).toEqual({ heading: 'All yours', next: 'You took your items with you.' })
  expect(deliveryWords(order, 'The counter', english['own-order'])).toEqual({
    heading: 'Handed over in person',
    lines: [],
  })
})

test('an order that costs more after a change is not called paid until the rest is', () => {
  const order = { state: 'paid', fulfilment: 'unfulfilled', delivery: 'ship', shipping } as const
  expect(orderWords({ ...order, ...NOTHING_TAKEN }, english, true)).toEqual({
    heading: 'Not fully paid yet',
    next: '',
  })
  expect(orderWords({ ...order, ...NOTHING_TAKEN }, english).heading).toBe('Paid')
  const sent = { ...order, ...NOTHING_TAKEN, fulfilment: 'partially-fulfilled' } as const
  expect(orderWords(sent, english, true).heading).toBe('Partly on its way')
})

test('an order for pickup is ready, then picked up, and never on its way', () => {
  const order = {
    state: 'fulfilled',
    fulfilment: 'fulfilled',
    delivery: 'pickup',
    shipping,
    ...NOTHING_TAKEN,
  } as const
  expect(orderWords(order, english).heading).toBe('Ready for pickup')
  expect(orderWords({ ...order, pickedUpAt: 1 }, english)).toEqual({
    heading: 'Picked up',
    next: "You've picked up your order.",
  })
  const cancelled = { ...order, state: 'cancelled', fulfilment: 'unfulfilled' } as const
  expect(orderWords(cancelled, english).next).toBe('There is nothing to pick up.')
})

test('a partly picked-up order explains what happens to the rest', () => {
  const units = (quantity: number) => [{ position: 0, quantity }]
  const tracking = { carrier: '', trackingNumber: '', trackingLink: '' }
  const next = (fulfilment: 'fulfilled' | 'partially-fulfilled', ready: number, taken: number) =>
    orderWords(
      {
        state: 'paid',
        fulfilment,
        delivery: 'pickup',
        shipping,
        pickedUpAt: null,
        shipments: [{ number: 1, at: 1, by: '', ...tracking, units: units(ready) }],
        pickups: [{ number: 1, at: 2, by: '', units: units(taken) }],
        readyRefunds: [],
      },
      english,
    )
  expect(next('fulfilled', 3, 1)).toEqual({
    heading: 'Partly picked up',
    next: 'The rest is ready for pickup. Bring your order number.',
  })
  expect(next('partially-fulfilled', 2, 2).next).toBe("We'll email you when the rest is ready.")
  expect(next('partially-fulfilled', 2, 1).next).toBe(
    "More of your order is ready for pickup. We'll email you when the rest is.",
  )
})

test.each([
  ['paid', 'unfulfilled', 'ship', 'ship'],
  ['refunded-in-part', 'unfulfilled', 'pickup', 'pickup'],
  ['fulfilled', 'fulfilled', 'in-person', 'in-person'],
  ['refunded', 'fulfilled', 'ship', 'ship'],
  ['refunded', 'partially-fulfilled', 'ship', 'ship'],
  ['refunded', 'nothing-to-fulfil', 'ship', null],
  ['cancelled', 'unfulfilled', 'ship', null],
  ['expired', 'unfulfilled', 'pickup', null],
  ['pending', 'unfulfilled', 'ship', null],
] as const)(
  'an order that is %s and %s, by %s, has the note about damage for: %s',
  (state, fulfilment, delivery, by) => {
    expect(receivedBy({ state, fulfilment, delivery })).toBe(by)
  },
)
