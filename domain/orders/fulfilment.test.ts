import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fulfilmentStatus,
  lineProgress,
  mergeChosen,
  openUnits,
  splitChosen,
  unitsToShip,
  type LineFacts,
} from './fulfilment.ts'

const facts = (changes: Partial<LineFacts>): LineFacts => ({
  position: 0,
  quantity: 3,
  restocked: { all: 0, sent: 0 },
  refunded: { all: 0, sent: 0 },
  shipped: 0,
  ...changes,
})
const progress = (changes: Partial<LineFacts>) => {
  const { shipped, removed, open } = lineProgress(facts(changes))
  return { shipped, removed, open }
}

describe('the units of a line', () => {
  test('are open until they are sent, refunded or restocked', () => {
    expect(progress({})).toEqual({ shipped: 0, removed: 0, open: 3 })
    expect(progress({ shipped: 1 })).toEqual({ shipped: 1, removed: 0, open: 2 })
    expect(progress({ shipped: 1, refunded: { all: 2, sent: 0 } })).toEqual({
      shipped: 1,
      removed: 2,
      open: 0,
    })
    expect(progress({ restocked: { all: 1, sent: 0 } })).toEqual({ shipped: 0, removed: 1, open: 2 })
  })

  test('that were both refunded and restocked are counted once', () => {
    const both = { refunded: { all: 1, sent: 0 }, restocked: { all: 1, sent: 0 } }
    expect(progress(both)).toEqual({ shipped: 0, removed: 1, open: 2 })
  })

  test('stay open while sent ones are returned', () => {
    const back = { refunded: { all: 1, sent: 1 }, restocked: { all: 1, sent: 1 } }
    expect(progress({ shipped: 1, ...back })).toEqual({ shipped: 1, removed: 0, open: 2 })
  })

  test('are not open when they were refunded as sent and the shipment was undone', () => {
    expect(progress({ shipped: 0, refunded: { all: 1, sent: 1 } })).toEqual({
      shipped: 0,
      removed: 1,
      open: 2,
    })
  })

  test('that were sent after their refund had failed stay sent when the refund turns out to be made', () => {
    expect(progress({ shipped: 3, refunded: { all: 1, sent: 0 } })).toEqual({
      shipped: 3,
      removed: 0,
      open: 0,
    })
  })

  test('add up to the quantity, whatever happened to them', () => {
    const count = fc.nat({ max: 12 })
    const part = fc.record({ all: count, sent: count }).filter(({ all, sent }) => sent <= all)
    const line = fc
      .record({
        position: fc.constant(0),
        quantity: fc.integer({ min: 1, max: 9 }),
        restocked: part,
        refunded: part,
        shipped: count,
      })
      .filter(({ quantity, shipped }) => shipped <= quantity)
    fc.assert(
      fc.property(line, (one) => {
        const { shipped, removed, open } = lineProgress(one)
        expect(shipped + removed + open).toBe(one.quantity)
        expect(Math.min(shipped, removed, open)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

test('the status of an order follows from its lines', () => {
  expect(fulfilmentStatus([{ shipped: 0, open: 2 }])).toBe('unfulfilled')
  expect(
    fulfilmentStatus([
      { shipped: 1, open: 0 },
      { shipped: 0, open: 1 },
    ]),
  ).toBe('partially-fulfilled')
  expect(
    fulfilmentStatus([
      { shipped: 1, open: 0 },
      { shipped: 0, open: 0 },
    ]),
  ).toBe('fulfilled')
  expect(fulfilmentStatus([{ shipped: 0, open: 0 }])).toBe('nothing-to-fulfil')
})

test('a parcel can have only units that are open', () => {
  const lines = [lineProgress(facts({ shipped: 1 })), lineProgress(facts({ position: 1, shipped: 3 }))]
  expect(openUnits(lines)).toEqual([{ position: 0, quantity: 2 }])
  const one = { position: 0, quantity: 1 }
  expect(unitsToShip(lines, [one])).toEqual([one])
  expect(unitsToShip(lines, [one, one])).toEqual([{ position: 0, quantity: 2 }])
  expect(unitsToShip(lines, [one, one, one])).toBeNull()
  expect(unitsToShip(lines, [{ position: 1, quantity: 1 }])).toBeNull()
  expect(unitsToShip(lines, [{ position: 2, quantity: 1 }])).toBeNull()
})

test('as few of the chosen units as possible count as sent, unless the choice gives a number', () => {
  const line = { left: 3, leftSent: 1 }
  expect([1, 2, 3, 4].map((quantity) => splitChosen({ quantity }, line))).toEqual([0, 0, 1, null])
  expect(splitChosen({ quantity: 1, sent: 1 }, line)).toBe(1)
  expect(splitChosen({ quantity: 2, sent: 2 }, line)).toBeNull()
  expect(splitChosen({ quantity: 3, sent: 0 }, line)).toBeNull()
})

test('several entries for one line are one choice', () => {
  const [sent, unsent] = [
    { position: 0, quantity: 1, sent: 1 },
    { position: 0, quantity: 2, sent: 0 },
  ]
  expect(mergeChosen([sent, unsent])).toEqual([{ position: 0, quantity: 3, sent: 1 }])
  expect(mergeChosen([sent, { position: 0, quantity: 2 }])).toEqual([
    { position: 0, quantity: 3, sent: undefined },
  ])
})
