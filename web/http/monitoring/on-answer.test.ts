import { expect, test } from 'vitest'
import { kindOf } from './on-answer.ts'

test.each([
  ['/', 'page'],
  ['/shop?page=2', 'page'],
  ['/administration', 'page'],
  ['/admin', 'staff-page'],
  ['/admin?next=/admin/orders', 'staff-page'],
  ['/admin/orders', 'staff-page'],
  ['/api/search?q=hoodie', 'api'],
  ['/api/staff/orders', 'staff-api'],
  ['/webhooks/payments', 'api'],
  ['/create-payment-intent', 'order'],
])('%s is counted as %s', (url, kind) => {
  expect(kindOf(url)).toBe(kind)
})
