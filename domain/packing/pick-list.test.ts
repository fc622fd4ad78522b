import { toProductId } from '#domain/ids.ts'
import { expect, test } from 'vitest'
import type { Size } from '#domain/catalog/size.ts'
import { pickList } from './pick-list.ts'

const item = (name: string, size: Size, quantity: number, bin = '') => ({
  productId: toProductId(name.toLowerCase()),
  name,
  size,
  bin,
  quantity,
})

test('the same size of a product is one line with its total and its orders, by bin, product and size', () => {
  const lines = pickList([
    { number: 'R-1', items: [item('Tee', 'XL', 1), item('Tee', 'S', 2), item('Cap', 'M', 1, 'A10')] },
    { number: 'R-2', items: [item('Tee', 'S', 3), item('Sock', 'M', 1, 'A2'), item('Hoodie', 'M', 0)] },
  ])
  expect(lines.map(({ bin, name, size, quantity }) => [bin, name, size, quantity])).toEqual([
    ['A2', 'Sock', 'M', 1],
    ['A10', 'Cap', 'M', 1],
    ['', 'Tee', 'S', 5],
    ['', 'Tee', 'XL', 1],
  ])
  expect(lines[2]?.orders).toEqual([
    { number: 'R-1', quantity: 2 },
    { number: 'R-2', quantity: 3 },
  ])
})
