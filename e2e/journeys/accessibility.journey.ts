import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'

for (const [what, path] of [
  ['home', '/'],
  ['the shop', '/shop'],
  ['search results', '/shop?q=hoodie'],
  ['an empty search', '/shop?q=overcoat'],
  ['a product', '/product/wears-red-hoodie'],
  ['a product that is nearly sold out', '/product/red-sweatpant'],
  ['a product that is sold out', '/product/washed-hoodie-grey'],
  ['an empty cart', '/cart'],
  ['an empty checkout', '/checkout'],
  ['the thanks', '/thank-you'],
  ['contact', '/contact'],
  ['the story', '/about'],
  ['the privacy policy', '/privacy-policy'],
  ['delivery and returns', '/delivery-returns'],
] as const) {
  test(`${what} is accessible`, async ({ shopper, page }) => {
    await shopper.open(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectNoAxeViolations(page)
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
  await shopper.take(product, 'L')
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
