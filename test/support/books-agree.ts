import { expect } from 'vitest'
import { readAccountSums, readEntries } from '#db/books/journal.ts'
import type { AccountKind } from '#domain/books/accounts.ts'
import { addedUp } from '#domain/books/journal.ts'
import { postBooks } from '#operations/books/post-books.ts'
import { readReport } from '#operations/sales/read-figures.ts'
import type { Shop } from '#operations/shop.ts'

const EVER = { from: '2020-01-01', to: '2049-12-31' }

/** Enters everything, and expects the books to balance and to say what the reports, payments and cards say. */
export async function expectBooksAgree(shop: Shop, when: string): Promise<void> {
  const { db } = shop.database
  while ((await postBooks(shop)) > 0);
  const entries = await readEntries(db, EVER, { limit: 1_000_000 })
  for (const { id, postings } of entries) {
    const sum = postings.reduce((so, { amount }) => so + amount, 0)
    expect(sum, `${when}: entry ${id}`).toBe(0)
    expect(postings.length, `${when}: entry ${id}`).toBeGreaterThan(1)
  }
  const sums = await readAccountSums(db, EVER)
  const kept = sums.map(({ account, name, debit, credit }) => ({ account, name, amount: debit - credit }))
  const byName = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
  expect(kept.filter(({ amount }) => amount !== 0).toSorted(byName), when).toEqual(
    addedUp(entries.flatMap(({ postings }) => postings)).toSorted(byName),
  )
  const of = (...accounts: AccountKind[]) =>
    kept.filter(({ account }) => accounts.includes(account)).reduce((so, { amount }) => so - amount, 0)

  const [statement, taxes] = await Promise.all([
    readReport(shop, 'statement', EVER),
    readReport(shop, 'taxes', EVER),
  ])
  const net = (...parts: string[]) =>
    statement.rows
      .filter(([part]) => parts.includes(String(part)))
      .reduce((so, row) => so + Number(row[3]), 0)
  const named = ['Items', 'Price changes', 'Discounts', 'Shipping', 'Import duty']
  const beyond = net('Difference from the orders’ totals')
  const addedTaxes = Number(statement.total?.[3] ?? 0) - net(...named) - beyond
  const allTaxes = Number(taxes.total?.at(-1) ?? 0)
  expect(
    {
      income: of('sales', 'returns', 'returnFees', 'shipping'),
      discounts: of('discounts'),
      duty: of('duty'),
      taxes: of('taxes'),
    },
    when,
  ).toEqual({
    income: net('Items', 'Shipping') - (allTaxes - addedTaxes),
    discounts: net('Price changes', 'Discounts'),
    duty: net('Import duty'),
    taxes: allTaxes,
  })

  const payments = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['payments.id', 'gateway', 'received_cents as amount', 'paid_at'])
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(['source', 'gateway', 'refunds.amount_cents as amount', 'paid_at'])
    .where('done_at', 'is not', null)
    .execute()
  const total = (rows: readonly { amount: number }[]) =>
    rows.reduce((so, { amount }) => so + Number(amount), 0)
  const late =
    total(payments.filter((row) => row.paid_at === null)) -
    total(refunds.filter((row) => row.paid_at === null))
  expect(of('customers'), when).toBe(beyond + late)
  const isCard = (name: string) => name === 'gift-card' || name === 'store-credit'
  const atGateway = (gateway: string) =>
    !isCard(gateway) && !['cash', 'card-terminal', 'bank-transfer'].includes(gateway)
  expect(0 - of('gatewayDue'), when).toBe(
    total(payments.filter(({ gateway }) => atGateway(gateway))) -
      total(
        refunds.filter(
          ({ gateway, source }) => atGateway(gateway) && !isCard(source) && source !== 'by-hand',
        ),
      ),
  )
  expect(0 - of('cash'), when).toBe(
    total(payments.filter(({ gateway }) => gateway === 'cash')) -
      total(refunds.filter(({ gateway, source }) => gateway === 'cash' && !isCard(source))),
  )
  const ledger = await db.selectFrom('gift_card_entries').select('amount_cents as amount').execute()
  expect(of('giftCards', 'storeCredit'), when).toBe(total(ledger))
}
