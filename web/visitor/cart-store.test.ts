import { expect, test, vi } from 'vitest'
import type { CartLine } from '#domain/checkout/cart.ts'
import { addToCart, setQuantity } from '#domain/checkout/edit-cart.ts'
import { cents } from '#domain/money.ts'
import { CART_KEY, openCartStore } from './cart-store.ts'

class FakeStorage {
  kept = new Map<string, string>()
  refuses = false
  getItem = (key: string) => this.#open().get(key) ?? null
  setItem = (key: string, value: string) => void this.#open().set(key, value)
  removeItem = (key: string) => void this.#open().delete(key)
  #open() {
    if (this.refuses) throw new DOMException('The operation is insecure.', 'SecurityError')
    return this.kept
  }
}

const tee = { id: 'tee', name: 'Tee', price: cents(40_00), imageUrls: [] }
const add = (lines: readonly CartLine[]) => {
  const added = addToCart(lines, { ...tee, sizes: ['M'] }, 'M')
  return Array.isArray(added) ? added : [...lines]
}

test('the cart survives a reload, in the format of the specification', () => {
  const storage = new FakeStorage()
  openCartStore(() => storage).change(add)
  expect(JSON.parse(storage.kept.get(CART_KEY) ?? '')).toEqual([
    { product: { id: 'tee', name: 'Tee', price: 40, imageUrls: [] }, quantity: 1, selectedSize: 'M' },
  ])
  expect(openCartStore(() => storage).read()).toMatchObject({ count: 1, ready: true, remembered: true })
})

test('a change here does not undo a change in another tab', () => {
  const storage = new FakeStorage()
  const [here, there] = [openCartStore(() => storage), openCartStore(() => storage)]
  here.change(add)
  expect(there.read().count).toBe(1)
  there.change(add)
  here.change((lines) => setQuantity(lines, 'tee M', (lines[0]?.quantity ?? 0) + 1))
  expect(here.read().count).toBe(3)
  there.refresh()
  expect(there.read().count).toBe(3)
})

test('a tab shows the cart of another tab after a storage event, and notifies no listener without a change', () => {
  const storage = new FakeStorage()
  const [here, there] = [openCartStore(() => storage), openCartStore(() => storage)]
  there.read()
  const listener = vi.fn()
  const stop = there.subscribe(listener)
  here.change(add)
  there.refresh()
  there.refresh()
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  here.change(add)
  there.refresh()
  expect(listener).toHaveBeenCalledTimes(1)
})

test('reading twice without a change returns the same object, as React requires', () => {
  const store = openCartStore(() => new FakeStorage())
  expect(store.read()).toBe(store.read())
})

test('invalid lines are dropped, valid ones stay, and the loss is reported until the shopper has seen it', () => {
  const storage = new FakeStorage()
  const good = {
    product: { id: 'tee', name: 'Tee', price: 40, imageUrls: [] },
    quantity: 2,
    selectedSize: 'M',
  }
  storage.kept.set(CART_KEY, JSON.stringify([good, { product: null }, '<img src=x onerror=1>']))
  expect(openCartStore(() => storage).read()).toMatchObject({ count: 2, dropped: 2 })
  expect(storage.kept.get(CART_KEY)).toBe(JSON.stringify([good]))

  const cartPage = openCartStore(() => storage)
  expect(cartPage.read().dropped).toBe(2)
  cartPage.forgetDropped()
  expect(cartPage.read().dropped).toBe(2)
  expect(openCartStore(() => storage).read().dropped).toBe(0)
})

test('without storage the cart lasts for the page, with a notice', () => {
  const storage = new FakeStorage()
  storage.refuses = true
  const store = openCartStore(() => storage)
  expect(store.read()).toMatchObject({ ready: true, remembered: false, count: 0 })
  store.change(add)
  store.refresh()
  expect(store.read()).toMatchObject({ count: 1, remembered: false })
})

test('a cart that exceeds the storage quota stays on the page', () => {
  const storage = new FakeStorage()
  const store = openCartStore(() => storage)
  store.change(add)
  storage.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  store.change(add)
  store.refresh()
  expect(store.read()).toMatchObject({ count: 2, remembered: false })
})

test('a page that opens with a full storage says so, and does not seem to have an empty cart', () => {
  const storage = new FakeStorage()
  storage.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  const store = openCartStore(() => storage)
  expect(store.read()).toMatchObject({ ready: true, remembered: false, count: 0 })
  store.change(add)
  expect(store.read()).toMatchObject({ count: 1, remembered: false })
})
