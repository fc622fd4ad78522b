import { expectFineAtBothSizes, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

test('an order is picked up in parts, refunded, and its items are returned to stock', async ({
  page,
  shopper,
  records,
  complaints,
  browser,
  shop,
}) => {
  complaints.expect(/\b422\b/)
  const hoodie = await records.addProduct({ name: 'Collected Hoodie', price: 100, stock: 20 })
  const staff = await StaffMember.atAnotherDesk(browser, shop)
  const desk = staff.page
  await staff.offersPickup()

  for (let units = 0; units < 3; units += 1) await shopper.hasInCart(hoodie, 'M')
  await shopper.open('/checkout')
  await untilHydrated(page.getByLabel('Email'))
  await shopper.fillDelivery()
  await page.getByRole('radio', { name: /^Pickup in Saskatoon/ }).check()
  await shopper.seesTotals({ 'Pickup in Saskatoon': '$0.00', Total: '$306.00 CAD' })
  await shopper.payWith('pays')
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid' }])
  const [order] = await records.ordersOf(shopper.email)

  await desk.goto(`/admin/orders/${order!.number}`)
  const state = desk.getByRole('group', { name: 'Status' })
  const actions = desk.getByRole('group', { name: 'Actions' })
  const dialog = desk.getByRole('dialog')
  const pickups = desk.getByRole('region', { name: /^Pickups?$/ })
  await actions.getByRole('button', { name: 'Ready for pickup' }).click()
  await dialog.getByRole('button', { name: 'Ready for pickup' }).click()
  await expect(state).toContainText('Ready for pickup')

  await actions.getByRole('button', { name: 'Picked up' }).click()
  await dialog.getByRole('radio', { name: 'Part of it' }).check()
  await dialog.getByLabel('Collected Hoodie, size M').selectOption('0')
  await dialog.getByRole('button', { name: 'Picked up' }).click()
  await expect(dialog.getByText('Choose at least one item.')).toBeVisible()
  await expect(dialog.getByLabel('Collected Hoodie, size M')).toBeFocused()
  await dialog.getByLabel('Collected Hoodie, size M').selectOption('1')
  await dialog.getByLabel('Email the customer').check()
  await expectFineAtBothSizes(desk, 'picking up a part')
  await dialog.getByRole('button', { name: 'Picked up' }).click()
  await expect(pickups).toContainText('Still to pick up')
  await expect(state).toContainText('Partly picked up')
  await expect(pickups).toContainText('2 × Collected Hoodie, M')
  await expectFineAtBothSizes(desk, 'an order of which a part was picked up')

  await page.getByRole('link', { name: 'See your order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partly picked up')
  await expect(page.getByRole('region', { name: 'Picked up' })).toContainText('1 x Collected Hoodie, M')
  await expect(page.getByRole('region', { name: 'Ready for pickup' })).toContainText(
    '2 x Collected Hoodie, M',
  )
  await expectFineAtBothSizes(page, 'own order, partly picked up')

  await desk.goto('/admin/orders?state=partly-picked-up')
  await expect(desk.getByRole('main')).toContainText(order!.number)
  await expect(desk.getByRole('main').getByText('Partly picked up', { exact: true }).last()).toBeVisible()
  await expectFineAtBothSizes(desk, 'orders of which a part was picked up')
  await desk.goto(`/admin/orders/${order!.number}`)

  await pickups.getByRole('button', { name: /^Not picked up/ }).click()
  await dialog.getByLabel(/^Reason/).fill('Another size')
  await dialog.getByRole('button', { name: 'Mark as not picked up' }).click()
  await expect(pickups).not.toContainText('Still to pick up')
  await actions.getByRole('button', { name: 'Picked up' }).click()
  await dialog.getByRole('radio', { name: 'Part of it' }).check()
  await dialog.getByLabel('Collected Hoodie, size M').selectOption('2')
  await dialog.getByRole('button', { name: 'Picked up' }).click()
  await actions.getByRole('button', { name: 'The rest is picked up' }).click()
  await dialog.getByRole('button', { name: 'Picked up' }).click()
  await expect(state).toContainText('Picked up')
  await expectNoAxeViolations(desk)

  await actions.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByRole('button', { name: /^Refund everything/ }).click()
  await dialog
    .getByRole('button', { name: /^Refund/ })
    .last()
    .click()
  await expect(state).toContainText('Refunded')
  await expect(actions.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await actions.getByRole('button', { name: 'Return to stock' }).click()
  await dialog.getByRole('button', { name: 'Return to stock' }).click()
  await expect(dialog.getByText('Choose at least one item.')).toBeVisible()
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await dialog.getByRole('button', { name: 'Everything' }).click()
  await expect(dialog.getByRole('combobox')).toHaveValue('3')
  await expectFineAtBothSizes(desk, 'returning to stock')
  await dialog.getByRole('button', { name: 'Return to stock' }).click()
  await expect(desk.getByRole('main')).toContainText('Returned 3 x Collected Hoodie, M to stock')
  await expect(actions.getByRole('button', { name: 'Return to stock' })).toHaveCount(0)
  await desk.context().close()
})
