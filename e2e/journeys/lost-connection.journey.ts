import { expect } from '#e2e/support/journey.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

test('shipping methods appear once a lost connection is back, without a change of the form', async ({
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
  // The province is chosen last: the form sends no further request after this one.
  const lost = page.waitForEvent('requestfailed', (request) => /Saskatchewan/.test(request.postData() ?? ''))
  await shopper.open('/checkout')
  await shopper.fillDelivery()
  await lost
  const methods = page.getByRole('group', { name: 'Shipping method' })
  await expect(methods).toBeHidden()
  await page.unroute('**/api/cart/price')
  await expect(methods.getByRole('radio')).toHaveCount(2)
})
