import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

test('a cart below the least card charge shows a notice, and can be paid with one item more', async ({
  page,
  shopper,
  records,
  browser,
  shop,
}) => {
  const TOO_LITTLE = 'The minimum card payment is C$0.50. Add something to your cart.'
  const sticker = await records.addProduct({ name: 'Sticker', price: 0.3, stock: 20 })
  const staff = await StaffMember.atAnotherDesk(browser, shop)
  await staff.offersPickup()
  await staff.page.context().close()

  await shopper.hasInCart(sticker, 'M')
  await shopper.open('/checkout')
  await untilHydrated(page.getByLabel('Email'))
  await shopper.fillDelivery()
  await page.getByRole('radio', { name: /^Pickup in Saskatoon/ }).check()
  const besidePayNow = page.getByRole('main').getByRole('status').filter({ hasText: TOO_LITTLE })
  await expect(besidePayNow).toBeVisible()
  await shopper.seesTotals({ 'Pickup in Saskatoon': '$0.00', Total: '$0.31 CAD' })
  await expect(shopper.summary().getByText(TOO_LITTLE)).toBeVisible()
  await shopper.payWith('pays')
  await shopper.isRefusedWith(TOO_LITTLE)
  await expect(besidePayNow).toHaveCount(0)
  await expectFineAtBothSizes(page, 'a checkout that costs too little')
  expect(await records.ordersOf(shopper.email)).toEqual([])

  await shopper.open('/cart')
  await page.getByRole('button', { name: /^Increase quantity of Sticker/ }).click()
  await shopper.open('/checkout')
  await untilHydrated(page.getByLabel('Email'))
  await page.getByRole('radio', { name: /^Pickup in Saskatoon/ }).check()
  await shopper.seesTotals({ Total: '$0.61 CAD' })
  await expect(shopper.summary().getByText(TOO_LITTLE)).toBeHidden()
  await shopper.payWith('pays')
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid' }])
})
