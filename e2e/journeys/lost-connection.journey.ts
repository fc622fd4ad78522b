import { expect } from '#e2e/support/journey.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

test('methods that a lost connection kept away are shown once it is back, without a change of the form', async ({
  page,
  shopper,
  records,
  complaints,
  browser,
  shop,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|internetdisconnected/i)
  const hoodie = await records.addProduct({ name: 'Tunnel Hoodie', price: 100 })
  const desk = await StaffMember.atAnotherDesk(browser, shop)
  await desk.offersPickup()
  await page.route('**/api/cart/price', (route) => route.abort('internetdisconnected'))
  await shopper.hasInCart(hoodie, 'M')
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/cart/price'))
  await shopper.open('/checkout')
  await shopper.fillDelivery()
  await lost
  const methods = page.getByRole('group', { name: 'Shipping method' })
  await page.waitForTimeout(1_500) // the pause before the last request for the address
  await expect(methods).toBeHidden()
  await page.unroute('**/api/cart/price')
  await expect(methods.getByRole('radio')).toHaveCount(2)
})
