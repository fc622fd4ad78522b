import { expect } from '#e2e/support/journey.ts'
import { expectKeptLayout, expectNoSidewaysScroll, layoutShift } from '#e2e/support/layout.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

// One shop for all of them.
test.describe.configure({ mode: 'default' })

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
  await untilHydrated(page.getByLabel('Email'))
  await staff.signIn()
  await staff.isOnDashboard()
  await page.reload()
  await expect(staff.button('Add New Product')).toBeEnabled()
  await looks('dashboard')

  await shopper.putInCart(await records.findProduct('blackletter', 'L'), 'L')
  await page.goto('/cart')
  await expect(shopper.summary()).toBeVisible()
  await looks('cart')
  await page.goto('/checkout')
  await expect(shopper.payButton()).toBeEnabled()
  await looks('checkout')
})

test('the team portraits do not touch on a wider phone @phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about')
  const names = page.getByRole('heading', { level: 3, name: 'Team Member' })
  await expect(names).toHaveCount(3)
  const sides = await names.evaluateAll((headings) =>
    headings.map((heading) => {
      const words = document.createRange()
      words.selectNodeContents(heading)
      const { left, right } = words.getBoundingClientRect()
      return { left, right }
    }),
  )
  for (const [index, { left }] of sides.slice(1).entries()) {
    expect(left - sides[index]!.right).toBeGreaterThanOrEqual(8)
  }
})

test('there is space between the terms of sale and the button of the checkout', async ({
  page,
  shopper,
  records,
}) => {
  await shopper.hasInCart(await records.findProduct('blackletter', 'L'), 'L')
  await shopper.open('/cart')
  const terms = page.getByRole('main').getByRole('link', { name: 'Delivery & Returns' })
  const button = page.getByRole('link', { name: 'CHECKOUT' })
  await button.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(terms).toBeInViewport()
  const [above, below] = [await terms.boundingBox(), await button.boundingBox()]
  expect(below!.y - (above!.y + above!.height)).toBeGreaterThanOrEqual(12)
})

test('there is space between the sizes of a product and the sold-out notice', async ({ page }) => {
  await page.goto('/product/washed-hoodie-grey')
  const notice = await page.getByText('Sold out in every size.').locator('..').boundingBox()
  const sizes = await page.getByRole('group', { name: 'Size', exact: true }).boundingBox()
  expect(sizes!.y - (notice!.y + notice!.height)).toBeGreaterThanOrEqual(16)
})
