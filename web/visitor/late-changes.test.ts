import { expect, test } from 'vitest'
import type { CartLine } from '#domain/checkout/cart.ts'
import type { Size } from '#domain/catalog/size.ts'
import { cents } from '#domain/money.ts'
import { changesSince, withLater } from './late-changes.ts'
import type { CartChange } from './reprice.ts'

const line = (id: string, size: Size, price: number, quantity = 1): CartLine => ({
  product: { id, name: id.toUpperCase(), price: cents(price), imageUrls: [] },
  selectedSize: size,
  quantity,
})
const told = (lines: CartLine[]) => ({ lines, later: [] })
const dearer: CartChange = { kind: 'price', name: 'TEE', from: cents(40_00), to: cents(45_00) }
const gone: CartChange = { kind: 'gone', name: 'CAP', size: 'S' }

test('nothing is reported for an unchanged cart', () => {
  const lines = [line('tee', 'M', 40_00), line('cap', 'S', 20_00)]
  expect(changesSince(told(lines), lines)).toEqual([])
})

test('a new price is reported once for all sizes, whoever stored it', () => {
  const known = [line('tee', 'M', 40_00), line('tee', 'L', 40_00)]
  const now = [line('tee', 'M', 45_00), line('tee', 'L', 45_00)]
  expect(changesSince(told(known), now)).toEqual([dearer])
})

test('a price that changed back is not reported, even after an answer with another price', () => {
  const lines = [line('tee', 'M', 40_00)]
  expect(changesSince(withLater(told(lines), [dearer]), lines)).toEqual([])
})

test('lines that the shop removed are reported', () => {
  const tee = line('tee', 'M', 40_00)
  const known = told([tee, line('cap', 'S', 20_00)])
  expect(changesSince(withLater(known, [gone]), [tee])).toEqual([gone])
})

test('lines that the shopper added, removed or changed in quantity are not reported', () => {
  const known = told([line('tee', 'M', 40_00), line('cap', 'S', 20_00)])
  expect(changesSince(known, [line('tee', 'M', 40_00, 3), line('bag', 'L', 60_00)])).toEqual([])
})
