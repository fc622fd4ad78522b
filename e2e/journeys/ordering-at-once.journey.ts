import type { Page, Route } from '@playwright/test'
import { expect, test } from '#e2e/support/journey.ts'

const PLACED = '**/create-payment-intent'
const BUSY = "A lot of people are ordering right now. We're still trying to place your order."

function problem(type: string, seconds: string) {
  return {
    status: 503,
    headers: { 'retry-after': seconds, 'content-type': 'application/problem+json' },
    body: JSON.stringify({ type: `/problems/${type}`, status: 503, title: 'x', error: 'x' }),
  }
}

/** Answers the first requests to place an order with `answer` instead of the shop. Counts all of them. */
async function answerPlacements(page: Page, first: number, answer: (route: Route) => Promise<void>) {
  const placements = { asked: 0 }
  await page.route(PLACED, (route) => {
    placements.asked += 1
    return placements.asked <= first ? answer(route) : route.continue()
  })
  return placements
}

test('when the shop is too busy, the request is retried with a notice, and the order is paid', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(/\b503\b/)
  const placements = await answerPlacements(page, 2, (route) => route.fulfill(problem('busy', '1')))
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Rushed Hoodie', price: 50 }))
  await shopper.payWith('pays')
  await expect(page.getByRole('status').filter({ hasText: BUSY })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await shopper.isThanked()
  expect(placements.asked).toBe(3)
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 7_600 }])
})

test('a lost response is requested again, and does not create a second order', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(/\b503\b/)
  const placements = await answerPlacements(page, 1, async (route) => {
    // The shop writes the order and holds the unit, but the response is lost.
    await route.fetch()
    await route.fulfill(problem('outcome-unknown', '1'))
  })
  const last = await records.addProduct({ name: 'Lost Hoodie', price: 50, stock: 1 })
  await shopper.isAboutToPayFor(last)
  await shopper.payWith('pays')
  await shopper.isThanked()
  expect(placements.asked).toBe(2)
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid' }])
  expect(await records.unitsLeft(last.id)).toBe(0)
})
