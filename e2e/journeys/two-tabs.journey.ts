import type { BrowserContext } from '@playwright/test'
import { Shopper } from '#e2e/actors/shopper.ts'
import { expect, test } from '#e2e/support/journey.ts'

const WITHOUT_ITEMS = 'Your cart is empty'

/** The same cart at the checkout of another tab, with everything filled in except the card. */
async function secondTab(context: BrowserContext, { email }: Shopper): Promise<Shopper> {
  const tab = new Shopper(await context.newPage(), email)
  await tab.open('/checkout')
  await tab.fillDelivery()
  return tab
}

test('a cart at the bank in one tab and paid in another is paid once, and both tabs end at the order', async ({
  shopper,
  records,
  context,
}) => {
  const product = await records.addProduct({ name: 'Single Hoodie', price: 50, stock: 1 })
  await shopper.isAboutToPayFor(product)
  await shopper.payWith('asksTheBank')
  await expect(shopper.bank()).toBeVisible()

  const other = await secondTab(context, shopper)
  await other.seesTotals({ Total: '$76.00 CAD' })
  await other.payWith('pays')
  await other.isThanked()
  await shopper.isThanked()

  const [order, ...more] = await records.ordersOf(shopper.email)
  expect(order).toMatchObject({ state: 'paid', total: 7_600 })
  expect(more).toEqual([])
  for (const tab of [shopper, other]) await tab.opensOwnOrder(order!.number)
  expect(await records.unitsLeft(product.id)).toBe(0)
})

test('two tabs that press Pay Now at the same moment pay once, and both end at the order', async ({
  shopper,
  records,
  context,
  complaints,
}) => {
  complaints.expect(/\b409\b.*create-payment-intent|create-payment-intent.*\b409\b/) // the tab that comes second
  const product = await records.addProduct({ name: 'Hurried Hoodie', price: 50, stock: 5 })
  await shopper.isAboutToPayFor(product)
  const other = await secondTab(context, shopper)
  for (const tab of [shopper, other]) await tab.typeCard('4242 4242 4242 4242')
  await Promise.all([shopper.payNow(), other.payNow()])
  await Promise.all([shopper.isThanked(), other.isThanked()])
  const orders = await records.ordersOf(shopper.email)
  expect(orders).toMatchObject([{ state: 'paid', total: 7_600 }])
  for (const tab of [shopper, other]) await tab.sees(orders[0]!.number)
  expect(await records.unitsLeft(product.id)).toBe(4)
})

test('a tab that is reloaded while its payment settles ends at the order, not at an empty cart', async ({
  shopper,
  records,
  page,
}) => {
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Reloaded Hoodie', price: 50 }))
  const leaving = new Promise<void>((resolve) => {
    void page.route('**/thank-you', () => resolve(), { times: 1 }) // never answered
  })
  await shopper.payWith('pays')
  await leaving
  await shopper.open('/checkout')
  await shopper.isThanked()
  const [order] = await records.ordersOf(shopper.email)
  await shopper.opensOwnOrder(order!.number)
})

test('a browser that was closed while it paid finds its cart paid the next time', async ({
  shopper,
  records,
  page,
  context,
}) => {
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Interrupted Hoodie', price: 50 }))
  await page.route('**/api/checkout/settle', () => page.close())
  await shopper.payWith('pays')
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid' }])

  const later = new Shopper(await context.newPage(), shopper.email)
  await later.open('/checkout')
  await later.isThanked()
  const [order] = await records.ordersOf(shopper.email)
  await later.opensOwnOrder(order!.number)
  await later.open('/cart')
  await later.sees(WITHOUT_ITEMS)
})

test('what another tab added while the bank asked stays in the cart, and is bought with an order of its own', async ({
  shopper,
  records,
  context,
}) => {
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Approved Hoodie', price: 50 }))
  await shopper.payWith('asksTheBank')
  await expect(shopper.bank()).toBeVisible()

  const added = new Shopper(await context.newPage(), shopper.email)
  await added.hasInCart(await records.addProduct({ name: 'Later Tee', price: 30 }), 'S')
  const other = await secondTab(context, shopper)
  await other.seesTotals({ Subtotal: '$80.00' })
  await shopper.answersTheBank('Approve')
  await shopper.isThanked()
  const [first] = await records.ordersOf(shopper.email)
  await other.isAnnounced(
    `Order ${first!.number} is paid. What you see here is not part of it and was not charged.`,
  )
  await other.seesTotals({ Subtotal: '$30.00' })
  await other.payWith('pays')
  await other.isThanked()
  const orders = await records.ordersOf(shopper.email)
  expect(orders).toMatchObject([
    { state: 'paid', total: 7_600 },
    { state: 'paid', total: 5_560 },
  ])
})

test('a cart that another tab changes and pays ends the step at the bank, and only the new total is charged', async ({
  shopper,
  records,
  context,
  complaints,
}) => {
  complaints.expect(/\b402\b/)
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Outdated Hoodie', price: 50 }))
  await shopper.payWith('asksTheBank')
  await expect(shopper.bank()).toBeVisible()

  const added = new Shopper(await context.newPage(), shopper.email)
  await added.hasInCart(await records.addProduct({ name: 'Extra Tee', price: 30 }), 'S')
  const other = await secondTab(context, shopper)
  await other.seesTotals({ Total: '$106.60 CAD' })
  await other.payWith('asksTheBank')
  await expect(other.bank()).toBeVisible()

  await shopper.answersTheBank('Approve')
  await shopper.isRefusedWith('This payment cannot be completed any more. Please try again.')
  await shopper.seesTotals({ Total: '$106.60 CAD' })
  await other.answersTheBank('Approve')
  await other.isThanked()
  await shopper.isThanked()
  expect(await records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 10_660 }])
})
