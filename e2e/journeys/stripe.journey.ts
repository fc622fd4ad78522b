import StripeSdk from 'stripe'
import { StripeServer } from '#test/fakes/stripe-server.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { Shopper, untilHydrated } from '#e2e/actors/shopper.ts'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { testWithSupplier } from '#e2e/support/dedicated-shop.ts'
import { putStripeInThePage } from '#e2e/support/stripe-in-the-page.ts'

const WEBHOOK_SECRET = 'whsec_journeys'

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
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: base,
  }),
  async stop(server) {
    await server.close()
    expect(server.mistakes).toEqual([])
  },
})

// One shop for all of them.
test.describe.configure({ mode: 'default' })

test('a card typed into Stripe’s Payment Element pays the order, also after a declined one and another total', async ({
  shopper,
  records,
  page,
  supplier: stripe,
  shop,
  complaints,
}) => {
  complaints.expect(/\b409\b/)
  await putStripeInThePage(page, stripe)
  const product = await records.addProduct({ name: 'Stripe Hoodie', price: 50, stock: 1 })
  await shopper.isAboutToPayFor(product)
  await expect(page.getByText('Test mode')).toHaveCount(0)
  await expectNoAxeViolations(page)

  await shopper.payNow()
  await shopper.sees('Complete your payment details.')
  const card = page.getByLabel('Card number')
  await expect(card).toBeFocused()

  await card.fill('4000000000000002')
  await shopper.payNow()
  await shopper.isRefusedWith('Your card was declined.')
  await webhooksArrive(shop.url, stripe)
  await expect.poll(() => records.unitsLeft(product.id)).toBe(1)

  // Stripe's form stays while the total changes.
  await records.changePrice(product.id, 40)
  await shopper.payNow()
  await expect(page.getByRole('alert')).toContainText(
    'The total changed to $65.80. Check it and press Pay Now again. Nothing was charged.',
  )
  await card.fill('4242424242424242')
  await shopper.payNow()
  await shopper.isThanked()
  for (let again = 0; again < 2; again += 1) await webhooksArrive(shop.url, stripe)
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 6_580 }])
  expect(await records.unitsLeft(product.id)).toBe(0)
})

test('a card that arrives at Stripe after another tab has paid is not charged, and both tabs end at the order', async ({
  shopper,
  records,
  page,
  context,
  supplier: stripe,
}) => {
  let otherPaid = () => {}
  await putStripeInThePage(page, stripe, {
    first: new Promise<void>((resolve) => (otherPaid = resolve)),
  })
  // This tab hears nothing of the other one.
  await page.route('**/api/checkout/settle', async (route) => {
    if (route.request().postData()?.includes('clientSecret')) await route.continue()
  })
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Shared Hoodie', price: 50 }))
  const other = new Shopper(await context.newPage(), shopper.email)
  await putStripeInThePage(other.page, stripe)
  await other.open('/checkout')
  await other.fillDelivery()
  const placed = page.waitForResponse('**/create-payment-intent')
  for (const tab of [shopper, other]) {
    await tab.page.getByLabel('Card number').fill('4242424242424242')
    await tab.payNow()
    await placed
  }
  await other.isThanked()
  otherPaid()
  await shopper.isThanked()
  expect(await records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 7_600 }])
})

test('a method that leads to another site ends at the order, paid once, by what Stripe says and not by the address', async ({
  shopper,
  records,
  page,
  supplier: stripe,
  shop,
}) => {
  await putStripeInThePage(page, stripe)
  const product = await records.addProduct({ name: 'Klarna Hoodie', price: 50, stock: 1 })
  await shopper.isAboutToPayFor(product)
  const method = page.getByLabel('Method')
  await method.selectOption('Klarna, cancelled')
  await shopper.payNow()
  // The address says that it succeeded.
  await shopper.isRefusedWith('We could not authenticate your payment method.')
  await expect(page).toHaveURL(`${shop.url}/checkout`)
  await expect(page.getByLabel('Full name')).toHaveValue('Sam Okafor')

  await method.selectOption('Klarna, approved')
  const [back] = await Promise.all([page.waitForRequest(/payment_intent_client_secret/), shopper.payNow()])
  await shopper.isThanked()
  await shopper.sees('Klarna Hoodie')
  // The shopper comes back a second time, and the webhook arrives more than once.
  await shopper.open(back.url())
  await shopper.isThanked()
  for (let again = 0; again < 2; again += 1) await webhooksArrive(shop.url, stripe)
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 7_600 }])
  expect(await records.unitsLeft(product.id)).toBe(0)
})

test('Stripe’s Express Checkout Element buys the cart: the sheet adds up to what the payment asks for', async ({
  shopper,
  records,
  page,
  supplier: stripe,
  shop,
  browser,
  complaints,
}) => {
  complaints.expect(/\b409\b/)
  await putStripeInThePage(page, stripe, { hasWallet: true })
  const product = await records.addProduct({ name: 'Apple Hoodie', price: 50, stock: 1 })
  await shopper.hasInCart(product, 'M')
  await shopper.open('/cart')
  await page.getByRole('button', { name: 'Apple Pay', exact: true }).click()
  await shopper.sees('Apple Pay asks for 7600')
  await records.changePrice(product.id, 40)
  await page.getByRole('button', { name: 'Pay by Apple Pay' }).click()
  await expect(page.getByRole('alert')).toContainText('The total is now C$65.80. Nothing was charged.')
  await page.getByRole('button', { name: 'Apple Pay', exact: true }).click()
  await shopper.sees('Apple Pay asks for 6580')
  await page.getByRole('button', { name: 'Pay by Apple Pay' }).click()
  await shopper.isThanked()
  await webhooksArrive(shop.url, stripe)
  const [order] = await records.ordersOf('apple@wallet.example')
  expect(order).toMatchObject({ state: 'paid', total: 6_580 })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await desk.goto(`/admin/orders/${order?.number}`)
  await expect(desk.getByText('Apple Pay •••• 0341')).toBeVisible()
  await desk.context().close()
})

test('a card typed into Stripe’s Payment Element is checked for a draw, also after a declined one, and nothing is charged', async ({
  shopper,
  records,
  page,
  supplier: stripe,
  shop,
  browser,
}) => {
  await putStripeInThePage(page, stripe)
  const product = await records.addProduct({ name: 'Drawn Hoodie', price: 50, stock: 1 })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  const day = 86_400_000
  const drop = {
    id: 'drawn',
    name: 'Drawn drop',
    handle: 'drawn',
    words: '',
    picture: null,
    isDraft: false,
    products: [product.id],
    publicFrom: Date.now() - day,
    soldFrom: Date.now() + day,
    draw: { entriesFrom: Date.now() - day, payHours: 12, showsCounts: true, checksCard: true },
  }
  const saved = await desk.request.put('/api/staff/drops', {
    data: { version: 0, value: { drops: [drop] } },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(saved.status()).toBe(200)
  await desk.context().close()

  await page.goto('/drop/drawn/draw')
  const enter = page.getByRole('button', { name: 'Enter the draw' })
  await untilHydrated(enter)
  await page.getByLabel('Product and size').selectOption({ index: 1 })
  await shopper.fillDelivery()
  const card = page.getByLabel('Card number')
  await expect(page.getByLabel('Method')).toHaveCount(0)
  await card.fill('4000000000000002')
  await enter.click()
  await shopper.sees('Your card was declined.')
  await card.fill('4242424242424242')
  await enter.click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(await records.ordersOf(shopper.email)).toEqual([])
})

test('when Stripe’s script cannot be loaded, the page says so and lets the shopper try again', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(/js\.stripe\.com/)
  complaints.expect(/ERR_/)
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  const product = await records.addProduct({ name: 'Unreachable Hoodie', price: 50 })
  await shopper.isAboutToPayFor(product)
  await shopper.sees("The card form couldn't be loaded. Check your connection.")
  await expect(shopper.payButton()).toBeDisabled()
  await page.getByRole('button', { name: 'Try again' }).click()
  await shopper.sees("The card form couldn't be loaded. Check your connection.")
})

async function webhooksArrive(url: string, stripe: StripeServer): Promise<void> {
  for (const payload of stripe.ledger.takeEvents()) {
    const signature = StripeSdk.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
    const answer = await fetch(`${url}/webhooks/payments`, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: payload,
    })
    expect(answer.status).toBe(200)
  }
}
