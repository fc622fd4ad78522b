import { expect, test } from 'vitest'
import { openCheckoutIds } from './checkout-id.ts'
import type { OpenStorage } from './cart-store.ts'

const blocked: OpenStorage = () => {
  throw new Error('The browser refuses.')
}

function storage(start: Record<string, string> = {}): OpenStorage {
  const kept = new Map(Object.entries(start))
  const opened = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return () => opened
}

/** Tabs of one browser. */
function tabs(count: number, shared = storage()) {
  return Array.from({ length: count }, () => openCheckoutIds(shared, storage()))
}

test('all tabs of a browser have one checkout until it is paid, and the next cart has another', () => {
  const [first, second] = tabs(2)
  const id = first!.join()
  expect(second!.join()).toBe(id)
  expect(first!.end(id)).toBe(true)
  expect(second!.current()).toBe(id)
  expect(second!.left()).toBe(id)
  second!.leave()
  expect(second!.left()).toBe(null)
  expect(second!.join()).not.toBe(id)
})

test('a paid checkout ends once, and never the one of the next cart', () => {
  const [first, second] = tabs(2)
  const id = first!.join()
  second!.join()
  first!.end(id)
  expect(second!.end(id)).toBe(false)
  first!.leave()
  const next = first!.join()
  expect(second!.end(id)).toBe(false)
  expect(second!.left()).toBe(id)
  expect(second!.join()).toBe(next)
})

test('a checkout ends last: a tab that sees its end sees the cart without what was paid', () => {
  const [first, second] = tabs(2)
  const id = first!.join()
  second!.join()
  const seen: unknown[] = []
  const removePaid = () => seen.push(second!.left())
  first!.end(id, removePaid)
  second!.end(id, removePaid)
  expect({ seen, left: second!.left() }).toEqual({ seen: [null], left: id })
})

test('a reloaded tab still knows the checkout that it showed', () => {
  const [shared, own] = [storage(), storage()]
  const before = openCheckoutIds(shared, own)
  const id = before.join()
  before.end(id)
  expect(openCheckoutIds(shared, own).left()).toBe(id)
})

test('a tab that began its checkout before tabs shared it keeps it', () => {
  const ids = openCheckoutIds(storage(), storage({ checkoutId: 'from-before' }))
  expect(ids.join()).toBe('from-before')
})

test('a browser that stores nothing keeps the checkout for the page', () => {
  const ids = openCheckoutIds(blocked, blocked)
  const id = ids.join()
  expect(ids.join()).toBe(id)
  expect(ids.end(id)).toBe(true)
  ids.leave()
  expect(ids.join()).not.toBe(id)
})

test('an id that the server would refuse is replaced', () => {
  const bad = () => storage({ checkoutId: '<script>' })
  expect(openCheckoutIds(bad(), bad()).join()).toMatch(/^[A-Za-z0-9-]{8,64}$/)
})
