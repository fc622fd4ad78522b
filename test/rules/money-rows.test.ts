import { expect, test } from 'vitest'
import { isProduction, readSources } from '#test/support/sources/source-graph.ts'

/** Migrations convert old rows; the folders next to the shop create their own. */
const shop = readSources().filter(
  (source) => isProduction(source) && /^(operations|db|web|providers)\/(?!migrations\/)/.test(source.path),
)

/** Where a statement on a table, up to its execution, matches. */
function statements(start: RegExp, isWanted: RegExp): string[] {
  return shop.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`${start.source}[\\s\\S]*?\\.execute`, 'g'))]
      .filter(([statement]) => isWanted.test(statement))
      .map(() => path),
  )
}

test('only the files of payments, and of those by gift card, change payment states and insert payments', () => {
  const moves = statements(/updateTable\('payments'\)/, /\bset\([^)]*\bstate:/)
  const inserts = statements(/insertInto\('payments'\)/, /./)
  expect(new Set([...moves, ...inserts])).toEqual(
    new Set(['db/checkout/payments.ts', 'db/gift-cards/gift-card-payments.ts']),
  )
})

test('only one file changes order states', () => {
  const moves = statements(/updateTable\('orders'\)/, /\bset\([^]*?\bstate: /)
  expect(new Set(moves)).toEqual(new Set(['db/orders/move-order.ts']))
})

test('only one file makes orders paid, whoever reports the money, and it does all that hangs on it', () => {
  const given = shop.filter(
    ({ path, text }) => !path.startsWith('db/schema/') && /\bpaid_at: (?!null|row)/.test(text),
  )
  expect(given.map(({ path }) => path)).toEqual(['operations/mark-paid.ts'])
})

test('only the files of the orders write them, and no statement divides by zero to fail', () => {
  const inserts =
    /(insertInto\(|insertRows\(\s*tx,\s*|compiledInsert\(\s*tx,\s*)'(orders|order_lines|order_adjustments)'/
  const writing = shop.filter(({ text }) => inserts.test(text)).map(({ path }) => path)
  expect(writing).toEqual([
    'db/orders/change-items.ts',
    'db/orders/order-content.ts',
    'db/orders/write-order.ts',
  ])
  const dividing = shop.filter(({ text }) =>
    /\/ ?(0\b(?!\.)|cast\()|22012/.test(text.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '')),
  )
  expect(dividing.map(({ path }) => path)).toEqual([])
})

test('rows of money are never deleted, and refund amounts never change', () => {
  expect(statements(/deleteFrom\('(payments|refunds|disputes)'\)/, /./)).toEqual([])
  expect(statements(/updateTable\('refunds'\)/, /amount_cents/)).toEqual([])
})
