import { expect } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'
import { onPhone } from '#e2e/support/large-text.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { SIGN_IN_SCREENS, STAFF_SCREENS, visit } from '#e2e/support/screens.ts'
import { testInBusyShop as test } from '#e2e/support/dedicated-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

/** Twice the usual size, as set in the browser: media queries follow it too. */
const LARGE_TEXT = '--blink-settings=defaultFontSize=32'

// One shop and one browser for both walks.
test.describe.configure({ mode: 'default' })

test.use({
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), LARGE_TEXT] }),
})

test('@desktop with text twice as large, every screen is readable without scrolling sideways', async ({
  shopper,
  records,
  page,
}) => {
  const fits = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [1440, 768]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page, `${path} at ${width}`)
    }
  }
  await page.goto('/about')
  const rem = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  expect(rem).toBe('32px')
  for (const path of ['/', '/shop?category=Hoodies', '/product/wears-red-hoodie', '/about', '/contact']) {
    await fits(path)
  }
  await shopper.putInCart(await records.findProduct('blackletter', 'L'), 'L')
  await fits('/cart')
  await expect(shopper.summary()).toBeVisible()
  await fits('/checkout')

  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  const screens = ['dashboard', 'overview', 'orders', 'messages', 'subscribers', 'size-charts', 'account']
  for (const name of [...screens, 'size-chart?category=Hoodies']) await fits(`/admin/${name}`)
})

test('@phone with text twice as large, every page of the shop is readable and its bar can be used', async ({
  shopper,
  records,
  page,
}) => {
  const { reads, opens } = onPhone(page)
  for (const path of ['/', '/about', '/contact', '/privacy-policy', '/delivery-returns', '/cart']) {
    await opens(path)
  }
  await opens('/shop?category=Hoodies')
  await shopper.openMenu()
  await reads('the menu')
  await page.keyboard.press('Escape')
  await (await shopper.openSearch()).fill('hoodie')
  await expect(page.getByRole('dialog').getByText('Wears Red Hoodie')).toBeVisible()
  await reads('the search')

  await opens('/product/wears-red-hoodie')
  await shopper.addToCart()
  await expect(shopper.cartPanel().getByText('Just added')).toBeVisible()
  await reads('the cart panel')
  await shopper.isAboutToPayFor(await records.findProduct('blackletter', 'L'), 'L')
  await reads('the checkout')
  await opens('/cart')
  await page.goto('/checkout')
  await shopper.fillDelivery()
  await shopper.payWith('pays')
  await shopper.isThanked()
  const receipt = page.getByRole('link', { name: 'See your order' })
  await expect(receipt).toBeVisible()
  await reads('the thanks')
  await receipt.click()
  await expect(page).toHaveURL(/\/order\//)
  await reads('the order of a shopper')
})

test('@phone with text twice as large, every staff screen is readable and its bar can be used', async ({
  page,
  complaints,
}) => {
  complaints.expect(/\b410\b/) // the links that are no longer valid
  complaints.expect(/\b404\b/) // the address that no screen has
  const { reads } = onPhone(page)
  const staff = new StaffMember(page, STAFF)
  test.slow()
  for (const screen of SIGN_IN_SCREENS) {
    await visit(page, screen)
    await reads(screen.at)
  }
  await staff.hasSignedIn()
  for (const screen of STAFF_SCREENS) {
    if (screen.route === '/admin/orders/batch/print') continue // it is for paper
    await visit(page, screen)
    await reads(screen.route)
  }
  await page.goto('/admin/dashboard')
  await staff.opensMenu()
  await reads('the staff menu')
  await page.goto('/admin/orders?state=paid')
  await page.getByRole('link', { name: /^R-/ }).first().click()
  await untilHydrated(staff.button('Add note'))
  await reads('an order')
  for (const task of ['Fulfil', 'Refund', 'Change address']) {
    await staff.button(task).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await reads(task)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})
