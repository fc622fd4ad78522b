import { Shopper, untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'

const test = testInFreshShop()

test('@desktop a doubtful order waits until an owner has looked at it, and its customer is told nothing', async ({
  page,
  records,
  browser,
  shop,
}) => {
  const product = await records.addProduct({ name: 'Comet Coat', price: 300, counts: { M: 5 } })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await desk.goto('/admin/settings/order-review')
  const isOn = desk.getByLabel('Orders wait until somebody has looked at them')
  await untilHydrated(isOn)
  await isOn.check()
  await desk.getByLabel('Orders that cost more than').fill('lots')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Enter an amount, such as 500').first()).toBeVisible()
  await desk.getByLabel('Orders that cost more than').fill('250')
  await desk.getByLabel('Payments that the payment service finds risky').selectOption('From elevated on')
  await expectFineAtBothSizes(desk, 'the rules for looking at orders')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Version 1')).toBeVisible()

  const ada = new Shopper(page, 'ada@shopper.example')
  await ada.isAboutToPayFor(product, 'M')
  await ada.payWith('doubtful')
  await ada.isThanked()
  const [order] = await records.ordersOf(ada.email)
  const number = order?.number ?? ''
  await page.goto(await ada.opensOwnOrder(number))
  await expect(page.getByRole('main')).not.toContainText(/hold|review|risk/i)

  await desk.goto('/admin/overview')
  await expect(desk.getByRole('link', { name: '1 order to review' })).toBeVisible()
  await desk.goto('/admin/orders?state=to-fulfil')
  const tab = desk.getByRole('navigation', { name: 'Order lists' }).getByRole('link', { name: 'To review' })
  await expect(tab).toHaveText('To review1')
  await untilHydrated(desk.getByRole('searchbox'))
  await desk.keyboard.press('ControlOrMeta+k')
  const goTo = desk.getByRole('combobox', { name: 'Screen, order or product' })
  await expect(goTo).toBeFocused()
  await desk.keyboard.type('orders to review')
  await expect(desk.getByRole('option', { name: 'Orders to review' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await desk.keyboard.press('Enter')
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await desk.getByRole('link', { name: number }).first().click()
  const reasons = 'It costs more than C$250.00. The payment service finds the risk elevated.'
  await expect(desk.getByText(reasons, { exact: true })).toBeVisible()
  await expect(desk.getByText('Risk: elevated, 68 of 100')).toBeVisible()
  await untilHydrated(desk.getByRole('button', { name: 'Add note' }))
  await expect(desk.getByRole('button', { name: 'Fulfil', exact: true })).toHaveCount(0)
  await expectFineAtBothSizes(desk, 'an order to be looked at')
  await desk.getByRole('button', { name: 'Release' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expect(desk.getByRole('button', { name: 'Fulfil', exact: true })).toBeVisible()
  await desk.goto('/admin/orders?state=to-review')
  await expect(desk.getByRole('link', { name: number })).toHaveCount(0)
})
