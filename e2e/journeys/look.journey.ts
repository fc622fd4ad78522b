import { expect } from '#e2e/support/journey.ts'
import { expectKeptLayout, expectNoSidewaysScroll, layoutShift } from '#e2e/support/layout.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { isAlive } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

test('the layout of the main screens is unchanged: nothing moved, overflows or shifts', async ({
  shopper,
  records,
  page,
}, testInfo) => {
  const looks = async (name: string) => {
    await expectKeptLayout(page, name, testInfo)
    await expectNoSidewaysScroll(page, name)
    expect(await layoutShift(page), `jumps on ${name}`).toBeLessThan(0.01)
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [name, path] of [
    ['home', '/'],
    ['shop', '/shop'],
    ['product', '/product/wears-red-hoodie'],
    ['about', '/about'],
    ['thank-you', '/thank-you'],
    ['admin-login', '/admin'],
  ] as const) {
    await page.goto(path)
    await looks(name)
  }
  const staff = new StaffMember(page, STAFF)
  await isAlive(page.getByLabel('Email'))
  await staff.signIn()
  await staff.isInside()
  await page.reload()
  await expect(staff.button('Add New Product')).toBeEnabled()
  await looks('dashboard')

  await shopper.take(await records.findProduct('blackletter', 'L'), 'L')
  await page.goto('/cart')
  await expect(shopper.summary()).toBeVisible()
  await looks('cart')
  await page.goto('/checkout')
  await expect(shopper.payButton()).toBeEnabled()
  await looks('checkout')
})
