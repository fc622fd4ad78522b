import { expect, test } from '#e2e/support/journey.ts'

const PLACED = '**/create-payment-intent'
const BUSY = 'Very many people are ordering right now. Yours is tried again by itself.'

function problem(type: string, seconds: string) {
  return {
    status: 503,
    headers: { 'retry-after': seconds, 'content-type': 'application/problem+json' },
    body: JSON.stringify({ type: `/problems/${type}`, status: 503, title: 'x', error: 'x' }),
  }
}

test('when the shop is too busy, the request is retried with a notice, and the order is paid', async ({
  shopper,
  books,
  page,
  complaints,
}) => {
  complaints.expect(/\b503\b/)
  let asked = 0
  await page.route(PLACED, async (route) => {
    asked += 1
    await (asked <= 2 ? route.fulfill(problem('busy', '1')) : route.continue())
  })
  await shopper.isAboutToPayFor(await books.addProduct({ name: 'Rushed Hoodie', price: 50 }))
  await shopper.payWith('pays')
  await expect(page.getByRole('status').filter({ hasText: BUSY })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await shopper.isThanked()
  expect(asked).toBe(3)
  await expect.poll(() => books.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 7_600 }])
})

test('a lost response is requested again, and does not create a second order', async ({
  shopper,
  books,
  page,
  complaints,
}) => {
  complaints.expect(/\b503\b/)
  let asked = 0
  await page.route(PLACED, async (route) => {
    asked += 1
    if (asked > 1) return route.continue()
    // The shop writes the order and holds the piece, but the response is lost.
    await route.fetch()
    await route.fulfill(problem('outcome-unknown', '1'))
  })
  const last = await books.addProduct({ name: 'Lost Hoodie', price: 50, stock: 1 })
  await shopper.isAboutToPayFor(last)
  await shopper.payWith('pays')
  await shopper.isThanked()
  expect(asked).toBe(2)
  await expect.poll(() => books.ordersOf(shopper.email)).toMatchObject([{ state: 'paid' }])
  expect(await books.unitsLeft(last.id)).toBe(0)
})
