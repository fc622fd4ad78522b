import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { ScreenReader } from '#e2e/actors/screen-reader.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { SHOP_SCREENS } from '#e2e/support/screens.ts'

// One browser for several pages: what they share is loaded once.
const TOGETHER = 5
for (let first = 0; first < SHOP_SCREENS.length; first += TOGETHER) {
  const screens = SHOP_SCREENS.slice(first, first + TOGETHER)
  test(`${screens.map(({ what }) => what).join(', ')}: accessible`, async ({ shopper, page }) => {
    test.slow()
    for (const { what, at } of screens) {
      await test.step(what, async () => {
        await shopper.open(at)
        await expect(page.getByRole('heading', { level: 1 }), what).toHaveCount(1)
        await expectNoAxeViolations(page)
      })
    }
  })
}

test('missing pages are accessible', async ({ shopper, page, complaints }) => {
  complaints.expect(/\b404\b/)
  for (const path of ['/no-such-page', '/product/no-such-thing']) {
    await shopper.open(path)
    await expectNoAxeViolations(page)
  }
})

test('the search with suggestions is accessible', async ({ shopper, page }) => {
  await shopper.open('/shop')
  const box = await shopper.openSearch()
  await box.fill('hoodie')
  await expect(page.getByRole('dialog').getByText('Wears Red Hoodie')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('@phone the open menu is accessible', async ({ shopper, page }) => {
  await shopper.open('/shop')
  await shopper.openMenu()
  await expect(page.getByRole('link', { name: 'Contact' }).first()).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a toast, a full cart and every state of the checkout are accessible', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(/\b402\b/)
  const product = await records.findProduct('blackletter', 'L')
  await shopper.putInCart(product, 'L')
  await expectNoAxeViolations(page)

  await shopper.openCart()
  await expect(shopper.summary()).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: /^REMOVE/ }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Undo' }).click()

  await shopper.goToCheckout()
  await expect(shopper.payButton()).toBeVisible()
  await expectNoAxeViolations(page)
  await shopper.payNow()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectNoAxeViolations(page)

  await shopper.fillDelivery()
  await shopper.payWith('declined')
  await shopper.isRefusedWith('Your card was declined.')
  await expectNoAxeViolations(page)

  await shopper.payWith('asksTheBank')
  await expect(page.getByRole('dialog', { name: 'Confirm your payment' })).toBeVisible()
  await expectNoAxeViolations(page)
  await shopper.answersTheBank('Approve')
  await shopper.isThanked()
})

test('@phone a screen reader hears each change once', async ({ shopper, records, page, complaints }) => {
  complaints.expect(/\b402\b/)
  const product = await records.addProduct({ name: 'Heard Hoodie', price: 90, counts: { S: 4, M: 2 } })
  const reader = await ScreenReader.listensTo(page)
  await shopper.open('/shop')
  const box = await shopper.openSearch()
  await box.fill('overcoat')
  await reader.hears('No products found for "overcoat"')
  await box.fill('heard')
  await reader.hears(/^\d suggestions?$/)

  await shopper.openProduct(product)
  const bar = page.getByRole('button', { name: /^Size . Change$/ })
  await untilHydrated(bar)
  await bar.click()
  await page.getByRole('dialog', { name: 'Choose your size' }).getByRole('button', { name: 'M' }).click()
  await expect(bar).toBeFocused()
  await expect(bar).toHaveAccessibleName('Size M Change')
  await shopper.addToCart()
  await reader.hears('Heard Hoodie (Size: M) added to cart!')
  const panel = shopper.cartPanel()
  await panel.getByRole('button', { name: /^Increase quantity/ }).click()
  await reader.hears('Heard Hoodie (Size: M): 2 in cart. Subtotal $180.00.')
  await panel.getByRole('button', { name: /^REMOVE/ }).click()
  await reader.hears('Heard Hoodie (Size: M) was removed.')
  await panel.getByRole('button', { name: 'Undo' }).click()
  await reader.hears('Heard Hoodie (Size: M) is back in your cart.')
  await shopper.closeCartPanel()

  await shopper.openCart()
  await page.getByRole('button', { name: /^Decrease quantity/ }).click()
  await reader.hears(/: 1 in cart\. Subtotal \$90\.00, total /)
  await shopper.goToCheckout()

  await shopper.fillDelivery()
  await reader.forgets()
  await shopper.payWith('declined')
  await reader.hears('Your card was declined. Nothing was charged.')

  await shopper.open('/contact')
  await untilHydrated(page.getByRole('heading', { level: 1 }))
  await shopper.writeMessage('Too short')
  await shopper.sendMessage()
  await reader.hears('Message must be at least 10 characters!')
  await shopper.writeMessage('Do you ship to Yukon?')
  await shopper.sendMessage()
  await reader.hears('Message sent successfully!')
  await shopper.open('/')
  await untilHydrated(page.getByLabel('Your email'))
  await page.getByLabel('Your email').fill(shopper.email)
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await reader.hears('Thank you for subscribing!')
})
