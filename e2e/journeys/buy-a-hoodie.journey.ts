import { expect, test } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'

test.use({ reducedMotion: 'no-preference' })

test('a shopper finds a hoodie, chooses a size, sees it in euros and buys it with a test card', async ({
  shopper,
  records,
  shop,
  page,
}) => {
  const hoodie = await records.findProduct('emblem hoodie', 'L')
  await shopper.open('/')
  await shopper.findBySearch('hoodie')
  await shopper.chooseProduct(hoodie.name)
  await shopper.changeCurrency('EUR')
  await expect(page.getByRole('main').getByText(/€/).first()).toBeVisible()
  await shopper.chooseSize('L')
  await shopper.addToCart()
  await shopper.sees(`${hoodie.name} (Size: L) added to cart!`)
  await expect(shopper.cartPanel().getByText(/€/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cart.*1/ })).toBeVisible()

  await shopper.cartPanel().getByRole('link', { name: 'View cart' }).click()
  await expect(shopper.heading('Cart')).toBeVisible()
  await expect(shopper.summary()).toContainText("You'll be charged C$145.36 CAD")
  await page.getByLabel('Add Order Note').fill('Ring twice, please')
  await shopper.goToCheckout()
  await expect(shopper.summary()).toContainText(`Size: LQty: 1`)
  await expect(shopper.summary()).toContainText("You'll be charged C$145.36 CAD")
  await shopper.fillDelivery()
  await shopper.payWith('pays')

  await shopper.isThanked()
  await expect
    .poll(() => records.ordersOf(shopper.email))
    .toEqual([{ number: expect.any(String), state: 'paid', total: 14_536, note: 'Ring twice, please' }])
  const [order] = await records.ordersOf(shopper.email)
  await expect.poll(() => findMails(shop.dataDir, order?.number ?? '')).toHaveLength(2)
  await shopper.opensOwnOrder(order?.number ?? '')
  await shopper.sees(shopper.email)
  await shopper.sees('Ring twice, please')
  await page.goBack()

  await page.getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(shopper.heading('SHOP ALL')).toBeVisible()
  await shopper.openCart()
  await shopper.sees('Your cart is empty')
})

test('@phone a shop that is too busy to settle in time shows the order number first, and the link to the order later', async ({
  shopper,
  records,
  page,
}) => {
  const answers = Promise.withResolvers<void>()
  await page.route('**/api/checkout/settle', async (route) => {
    await answers.promise
    // The checkout has cancelled this request by then.
    await route.continue().catch(() => {})
  })
  const product = await records.addProduct({ name: 'Busy Hoodie', price: 50 })
  await shopper.isAboutToPayFor(product)
  await shopper.payWith('pays')
  await shopper.isThanked()
  const [order] = await records.ordersOf(shopper.email)
  await expect(page.getByText(order?.number ?? '')).toBeVisible()
  await shopper.sees('A link to your order will appear in a moment.')
  await expect(page.getByRole('link', { name: 'See your order' })).toBeHidden()
  answers.resolve()
  await page.getByRole('link', { name: 'See your order' }).click()
  await expect(shopper.heading('Paid')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'See your order' })).toBeVisible()
  await shopper.openCart()
  await shopper.sees('Your cart is empty')
})

test('@phone the charge is subtotal, 2 % tax and 25 dollars of shipping, in whole cents', async ({
  shopper,
  records,
}) => {
  const product = await records.addProduct({ name: 'Odd Cents Tee', price: 33.33 })
  await shopper.putInCart(product, 'S')
  await shopper.putInCart(product, 'S')
  await shopper.putInCart(product, 'M')
  const totals = { Subtotal: '$99.99', 'Tax (2%)': '$2.00', Shipping: '$25.00', Total: '$126.99 CAD' }
  await shopper.openCart()
  await shopper.seesTotals(totals)
  await shopper.sees('All sales are final.')
  await shopper.goToCheckout()
  await shopper.seesTotals(totals)
  await shopper.sees('All sales are final.')
  await shopper.fillDelivery()
  await shopper.payWith('pays')
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 12_699 }])
})
