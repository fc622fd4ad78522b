import { readFile } from 'node:fs/promises'
import { StripeServer } from '#test/fakes/stripe-server.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { testWithSupplier } from '#e2e/support/dedicated-shop.ts'
import { putStripeInThePage } from '#e2e/support/stripe-in-the-page.ts'

/** A shop with Stripe as its gateway. */
const test = testWithSupplier({
  async start() {
    const server = new StripeServer()
    await server.open()
    return server
  },
  variables: ({ base }) => ({
    STRIPE_SECRET_KEY: 'sk_test_journeys',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_journeys',
    STRIPE_WEBHOOK_SECRET: 'whsec_journeys',
    STRIPE_API_BASE: base,
  }),
  async stop(server) {
    await server.close()
    expect(server.mistakes).toEqual([])
  },
})

test('@phone staff compare a payout with their bank, and say what matches no order', async ({
  shopper,
  records,
  page,
  supplier: stripe,
  browser,
  shop,
}) => {
  await putStripeInThePage(page, stripe)
  const product = await records.addProduct({ name: 'Payout Hoodie', price: 50, stock: 3 })
  await shopper.isAboutToPayFor(product)
  await page.getByLabel('Card number').fill('4242424242424242')
  await shopper.payNow()
  await shopper.isThanked()
  const number = (await records.ordersOf(shopper.email))[0]?.number ?? ''
  stripe.ledger.moveBalance('stripe_fee', 'fee', -3_00)
  stripe.ledger.payElsewhere(20_00)
  stripe.ledger.bankAnswers(stripe.ledger.payOut(), 'paid')

  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  stripe.ledger.isRestricted = true
  const readNow = async () => {
    await desk.goto('/admin/books/payouts')
    const button = desk.getByRole('button', { name: 'Read now' })
    await untilHydrated(button)
    await button.click()
    await expect(desk.getByText(/is asked now/)).toBeVisible()
  }
  await readNow()
  await expect(async () => {
    await desk.reload()
    await expect(desk.getByRole('alert').filter({ hasText: 'could not be read' })).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await expectNoAxeViolations(desk)

  stripe.ledger.isRestricted = false
  await readNow()
  const payouts = desk.getByRole('table', { name: 'Payouts, newest first' })
  await expect(async () => {
    await desk.reload()
    await expect(payouts.getByRole('row', { name: /C\$89\.62.*Paid/ })).toBeVisible({ timeout: 1_000 })
    await expect(desk.getByRole('table', { name: /by month/ }).getByRole('row')).toHaveCount(2, {
      timeout: 1_000,
    })
  }).toPass()
  await expectNoAxeViolations(desk)

  await payouts.getByRole('link').click()
  await expect(desk.getByRole('heading', { name: /^C\$89\.62, at the bank on / })).toBeVisible()
  const parts = desk.getByRole('table', { name: 'What the amount consists of' })
  await expect(parts.getByRole('row', { name: /Payments.*C\$96\.00/ })).toBeVisible()
  const contents = desk.getByRole('table', { name: 'Transactions, oldest first' })
  await expect(
    contents.getByRole('row', { name: new RegExp(`Payment.*${number}.*C\\$76\\.00`) }),
  ).toBeVisible()
  await expectNoAxeViolations(desk)
  const download = desk.waitForEvent('download')
  await desk.getByRole('link', { name: 'Download CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(`,Payment,${number},76.00,2.50,73.50,CAD,`)

  await desk.getByRole('link', { name: 'Unmatched (1)' }).click()
  await expect(desk.getByRole('heading', { name: 'Payment, C$20.00' })).toBeVisible()
  await expectNoAxeViolations(desk)
  const book = desk.getByRole('button', { name: 'Book to an account' })
  await untilHydrated(book)
  await book.click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Account').selectOption('4000 Sales')
  await expectNoAxeViolations(desk)
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(desk.getByText('Everything is of an order, or decided.')).toBeVisible()
  await desk.getByRole('link', { name: 'Decided', exact: true }).click()
  await expect(desk.getByText('Booked to 4000 Sales.')).toBeVisible()
  const back = desk.getByRole('button', { name: 'Take back' })
  await untilHydrated(back)
  await back.click()
  await expect(desk.getByText('Nothing was decided yet.')).toBeVisible()
  await desk.context().close()
})
