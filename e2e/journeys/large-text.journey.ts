import { expect } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { testInBusyShop as test } from '#e2e/support/shop-of-its-own.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

/** Twice the usual size, as set in the browser: media queries follow it too. */
const LARGE_TEXT = '--blink-settings=defaultFontSize=32'

test.use({
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
  await shopper.take(await records.findProduct('blackletter', 'L'), 'L')
  await fits('/cart')
  await expect(shopper.summary()).toBeVisible()
  await fits('/checkout')

  const staff = new StaffMember(page, STAFF)
  await staff.comesIn()
  const screens = ['dashboard', 'overview', 'orders', 'messages', 'subscribers', 'size-charts', 'account']
  for (const name of screens) await fits(`/admin/${name}`)
})
