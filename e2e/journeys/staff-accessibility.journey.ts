import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { isAlive } from '#e2e/actors/shopper.ts'
import { testInBusyShop as test } from '#e2e/support/shop-of-its-own.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const SIZES = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const

/** Checks the page with axe at three widths, and for sideways scrolling down to 320 pixels. */
async function isAccessible(page: Page, what: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page, `${what} at ${width}`)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, `${what} at 320`)
}

/** With reduced motion, no animation is longer than a blink. */
async function isCalm(page: Page): Promise<void> {
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1)
      .map((animation) => String((animation as CSSAnimation).animationName)),
  )
  expect(moving).toEqual([])
}

test('@desktop the staff screens are accessible', async ({ page }) => {
  test.slow()
  const staff = new StaffMember(page, STAFF)
  await staff.comesIn()
  for (const name of [
    'orders',
    'orders/batch?all=1',
    'orders/batch/print?all=1',
    'packing',
    'overview',
    'messages',
    'subscribers',
    'size-charts',
    'search-words',
    'connections',
    'backups',
    'erasure',
    'bounces',
    'people',
  ]) {
    await page.goto(`/admin/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await isAccessible(page, name)
  }
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: /^R-/ }).first().click()
  await isAlive(staff.button('Add note'))
  await isAccessible(page, 'an order')
})

test('@desktop filters, cart panel, enlarged pictures and newsletter pages are accessible', async ({
  shopper,
  page,
}) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of [
    '/shop?category=Hoodies&size=M',
    '/newsletter/subscribed',
    '/newsletter/not-subscribed',
  ]) {
    await page.goto(path)
    await isAccessible(page, path)
  }
  await page.goto('/product/wears-red-hoodie')
  await shopper.addToCart()
  await expect(shopper.cartPanel().getByText('Just added')).toBeVisible()
  await isCalm(page)
  await isAccessible(page, 'the cart panel')
  await shopper.closeCartPanel()

  await page.getByRole('link', { name: /^Enlarge image 1/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await isCalm(page)
  await isAccessible(page, 'an enlarged picture')
})
