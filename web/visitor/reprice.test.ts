import { expect, test } from 'vitest'
import type { CartLine } from '#domain/checkout/cart.ts'
import { formatMoney } from '#domain/currency.ts'
import { cents } from '#domain/money.ts'
import type { Size } from '#domain/catalog/size.ts'
import { cartChangeMessage } from './cart-change-message.ts'
import { reprice, type PricedLine } from './reprice.ts'

const line = (id: string, selectedSize: Size, quantity: number, price = 40_00): CartLine => ({
  product: { id, name: id.toUpperCase(), price: cents(price), imageUrls: [] },
  selectedSize,
  quantity,
})
const priced = (of: CartLine, more: Partial<PricedLine> = {}): PricedLine => ({
  productId: of.product.id,
  size: of.selectedSize,
  quantity: of.quantity,
  status: 'ok',
  left: null,
  orderLimit: null,
  name: of.product.name,
  price: of.product.price / 100,
  imageUrl: null,
  ...more,
})
const told = (lines: CartLine[], answer: PricedLine[]) =>
  reprice(lines, answer).changes.map((change) =>
    cartChangeMessage(change, (amount) => formatMoney(amount, 'CAD', 1)),
  )

test('a cart that is up to date stays unchanged', () => {
  const lines = [line('tee', 'M', 2), line('cap', 'S', 1)]
  expect(
    reprice(
      lines,
      lines.map((one) => priced(one)),
    ),
  ).toEqual({ lines, changes: [] })
})

test('a new price is applied, and reported once for all sizes of the product', () => {
  const lines = [line('tee', 'M', 2), line('tee', 'L', 1)]
  const answer = lines.map((one) => priced(one, { price: 45.5 }))
  expect(reprice(lines, answer).lines.map(({ product }) => product.price)).toEqual([45_50, 45_50])
  expect(told(lines, answer)).toEqual(['The price of TEE changed from $40.00 to $45.50.'])
})

test.each(['gone', 'size-unavailable'] as const)('a line that is %s is removed and reported', (status) => {
  const lines = [line('tee', 'M', 2)]
  const answer = [priced(lines[0]!, { status, left: 0 })]
  expect(reprice(lines, answer).lines).toEqual([])
  expect(told(lines, answer)).toEqual(['TEE (Size: M) is no longer available and was removed.'])
})

test('a reduced quantity is applied and reported', () => {
  const lines = [line('tee', 'M', 5)]
  expect(reprice(lines, [priced(lines[0]!, { status: 'not-enough', left: 3 })]).lines[0]?.quantity).toBe(3)
  expect(told(lines, [priced(lines[0]!, { status: 'not-enough', left: 3 })])).toEqual([
    'Only 3 of TEE (Size: M) are left.',
  ])
  expect(told(lines, [priced(lines[0]!, { status: 'not-enough', left: 1 })])).toEqual([
    'Only 1 of TEE (Size: M) is left.',
  ])
})

test('sizes that share the stock of one product never exceed it together', () => {
  const lines = [line('tee', 'M', 2), line('tee', 'L', 2)]
  const answer = lines.map((one) => priced(one, { status: 'not-enough', left: 3 }))
  expect(reprice(lines, answer).lines.map(({ quantity }) => quantity)).toEqual([2, 1])
})

test('a line over the order limit is lowered to it, and reported', () => {
  const lines = [line('tee', 'M', 9_999), line('tee', 'L', 8), line('tee', 'S', 5)]
  const limited = { status: 'not-enough', orderLimit: 10 } as const
  const lefts = [10, 2, 0]
  const answer = lines.map((one, index) => priced(one, { ...limited, left: lefts[index]! }))
  expect(reprice(lines, answer).lines.map(({ quantity }) => quantity)).toEqual([10, 2])
  expect(told(lines, answer)).toEqual([
    'The limit for TEE (Size: M) is 10 per order. The quantity is now 10.',
    'The limit for TEE (Size: L) is 10 per order, all sizes combined. The quantity is now 2.',
    'The limit for TEE (Size: S) is 10 per order, all sizes combined, so it was removed.',
  ])
})

test('lines that are missing in the answer are kept: they were added after the request', () => {
  const lines = [line('tee', 'M', 1), line('cap', 'S', 1)]
  expect(reprice(lines, [priced(lines[0]!)])).toEqual({ lines, changes: [] })
})

test('an invalid price in the answer does not change the cart', () => {
  const lines = [line('tee', 'M', 1)]
  for (const price of [null, -1, Number.NaN])
    expect(reprice(lines, [priced(lines[0]!, { price })]).lines).toEqual(lines)
})
