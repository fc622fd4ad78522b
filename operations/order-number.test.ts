import { expect, test } from 'vitest'
import { ORDER_NUMBER } from '#domain/orders/order.ts'
import { parseOrderNumber } from '#domain/packing/parse-tracking.ts'
import { orderNumber } from './order-number.ts'

test('every order number is recognised when staff type it without hyphens', () => {
  const numbers = Array.from({ length: 2_000 }, () => orderNumber('R'))
  expect(numbers.filter((number) => !ORDER_NUMBER.test(number))).toEqual([])
  const typed = numbers.map((number) => number.replaceAll('-', '').toLowerCase())
  expect(typed.map(parseOrderNumber)).toEqual(numbers)
})
