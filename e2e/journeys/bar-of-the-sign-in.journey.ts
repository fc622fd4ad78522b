import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'

test('the bar of the sign-in page counts the cart, changes the currency and searches', async ({
  shopper,
  records,
  page,
}) => {
  await shopper.putInCart(await records.addProduct({ name: 'Signed Hoodie', price: 50 }), 'M')
  await shopper.open('/admin')
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('link', { name: 'Cart, 1 item' })).toHaveText('1')
  await shopper.changeCurrency('GBP')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(shopper.heading('Admin Login')).toBeVisible()
  await expectNoSidewaysScroll(page, 'the sign-in page')
  await expectNoAxeViolations(page)

  const box = await shopper.openSearch()
  await box.fill('signed')
  const suggestion = page.getByRole('dialog', { name: 'Search' }).getByRole('link', { name: 'Signed Hoodie' })
  await expect(suggestion).toContainText('£')
  await suggestion.click()
  await expect(shopper.heading('Signed Hoodie')).toBeVisible()
})

test('@phone the menu of the sign-in page leads to the shop', async ({ shopper, page }) => {
  await shopper.open('/admin')
  await shopper.openMenu()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link')).toHaveText(['SHOP', 'Contact', 'Cart (0)'])
  await menu.getByRole('link', { name: 'SHOP' }).click()
  await expect(shopper.heading('SHOP ALL')).toBeVisible()
})

test('@desktop a change of currency on the password reset page keeps the link', async ({
  shopper,
  page,
  complaints,
}) => {
  complaints.expect(/410/)
  await shopper.open('/admin/reset?token=run-out')
  await shopper.changeCurrency('JPY')
  await expect(page).toHaveURL(/\/admin\/reset\?token=run-out$/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(/\/contact$/)
})
