import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

test('a shopper’s pickup order is ready, then picked up, and no page mentions parcels', async ({
  page,
  shopper,
  records,
  browser,
  shop,
}) => {
  const hoodie = await records.addProduct({ name: 'Collected Hoodie', price: 100 })
  const staff = await StaffMember.atAnotherDesk(browser, shop)
  const desk = staff.page
  await staff.offersPickup()

  await shopper.isAboutToPayFor(hoodie)
  await page.getByRole('radio', { name: /^Pickup in Saskatoon/ }).check()
  await shopper.seesTotals({ 'Pickup in Saskatoon': '$0.00', Total: '$102.00 CAD' })
  await shopper.payWith('pays')
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid' }])
  const [order] = await records.ordersOf(shopper.email)

  await desk.goto(`/admin/orders/${order!.number}`)
  const state = desk.getByRole('group', { name: 'Status' })
  const actions = desk.getByRole('group', { name: 'Actions' })
  const dialog = desk.getByRole('dialog')
  await actions.getByRole('button', { name: 'Ready for pickup' }).click()
  await expect(dialog).toContainText('is ready for pickup')
  await expect(dialog.getByLabel('Tracking number')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Ready for pickup' }).click()
  await expect(state).toContainText('Ready for pickup')
  await page.getByRole('link', { name: 'See your order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ready for pickup')
  await expect(page.getByRole('main')).toContainText('12 Broadway Ave')

  await desk.goto('/admin/orders?state=ready-for-pickup')
  await expect(desk.getByRole('row').filter({ hasText: order!.number })).toContainText('Ready for pickup')
  await expectFineAtBothSizes(desk, 'orders that are ready')
  await desk.getByRole('link', { name: order!.number }).click()
  await actions.getByRole('button', { name: 'Picked up' }).click()
  await expect(dialog.getByLabel('Email the customer')).not.toBeChecked()
  await expectFineAtBothSizes(desk, 'picking up')
  await dialog.getByRole('button', { name: 'Picked up' }).click()
  await expect(state).toContainText('Picked up')

  await desk.getByRole('button', { name: 'Not picked up' }).click()
  await dialog.getByRole('button', { name: 'Mark as not picked up' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await expect(dialog.getByLabel(/^Reason/)).toBeFocused()
  await dialog.getByLabel(/^Reason/).fill('Another order was handed over')
  await dialog.getByRole('button', { name: 'Mark as not picked up' }).click()
  await expect(state).toContainText('Ready for pickup')
  await actions.getByRole('button', { name: 'Picked up' }).click()
  await dialog.getByRole('button', { name: 'Picked up' }).click()
  await expect(state).toContainText('Picked up')
  await expectFineAtBothSizes(desk, 'picked up order')
  await expect(desk.getByRole('main')).not.toContainText(/parcel|tracking/i)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Picked up')
  await expect(page.getByRole('main')).not.toContainText(/parcel|track|ship|deliver/i)
  await expectFineAtBothSizes(page, 'own order, picked up')
  await desk.context().close()
})
