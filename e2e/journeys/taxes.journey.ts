import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

test('an owner starts to charge destination taxes while a shopper pays, who sees the new total first', async ({
  page,
  shopper,
  records,
  complaints,
  browser,
  shop,
}) => {
  complaints.expect(/\b(409|422)\b/)
  const hoodie = await records.addProduct({ name: 'Taxed Hoodie', price: 100 })
  await shopper.isAboutToPayFor(hoodie)
  await shopper.seesTotals({
    Subtotal: '$100.00',
    'Tax (2%)': '$2.00',
    Shipping: '$25.00',
    Total: '$127.00 CAD',
  })

  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await desk.goto('/admin/settings/tax')
  await expect(desk.getByText('2% is not a Canadian rate.')).toBeVisible()
  const costs = desk.getByRole('region', { name: 'What a cart of 100 CAD costs' })
  await expect(costs.getByRole('row', { name: /^Ontario/ })).toContainText('C$102.00')
  await expectNoAxeViolations(desk)

  await desk.getByRole('radio', { name: 'By destination' }).check()
  await expect(desk.getByText('2% is not a Canadian rate.')).toBeHidden()
  await expect(costs.getByRole('row', { name: /^Ontario/ })).toContainText('None')
  await desk.getByRole('checkbox', { name: 'GST/HST, Canada' }).check()
  await desk.getByRole('checkbox', { name: 'PST, Saskatchewan' }).check()
  await expect(costs.getByRole('row', { name: /^Ontario/ })).toContainText('HST (13%) C$13.00')

  await desk.getByRole('button', { name: 'Add a rate' }).click()
  await desk.keyboard.press('Tab')
  const added = desk.getByRole('listitem').filter({ hasText: 'New 0%' })
  await added.getByLabel('Province').selectOption('Ontario')
  await added.getByLabel('Tax', { exact: true }).selectOption('HST')
  const ontario = desk.getByRole('listitem').filter({ hasText: 'Ontario' }).last()
  await ontario.getByLabel('Rate in percent').fill('120')
  await ontario.getByLabel('First day').fill('2010-07-01')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(ontario.getByText('A rate cannot be above 100%.')).toBeVisible()
  await expect(ontario.getByLabel('Rate in percent')).toBeFocused()
  await ontario.getByLabel('Rate in percent').fill('12')
  await expect(ontario.getByText('A rate cannot be above 100%.')).toBeHidden()
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(ontario.getByText('the dates overlap')).toBeVisible()
  await expectNoAxeViolations(desk)
  await expectNoSidewaysScroll(desk, 'taxes')
  await ontario.getByRole('button', { name: 'Remove Ontario: HST' }).click()
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Settings saved')).toBeVisible()
  await expect(desk.getByRole('region', { name: 'History' })).toContainText(
    'How taxes are charged, Registrations',
  )

  await shopper.payWith('pays')
  await shopper.isRefusedWith('The total changed to $138.75. Check it and press Pay Now again.')
  await shopper.seesTotals({
    Subtotal: '$100.00',
    'GST (5%)': '$6.25',
    'PST (6%)': '$7.50',
    Shipping: '$25.00',
    Total: '$138.75 CAD',
  })
  await page.getByRole('combobox', { name: 'Province' }).selectOption('Ontario')
  await shopper.seesTotals({
    Subtotal: '$100.00',
    'HST (13%)': '$16.25',
    Shipping: '$25.00',
    Total: '$141.25 CAD',
  })
  await page.getByLabel('Postal code').fill('M5V 2T6')
  await shopper.payNow()
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 14_125 }])

  await shopper.putInCart(hoodie, 'M')
  await shopper.openCart()
  await expect(shopper.summary()).toContainText(
    'Taxes are estimated for delivery in Saskatchewan. The final amount depends on your address.',
  )
  await expectNoAxeViolations(page)
  await desk.context().close()
})

test('a shop in Germany sells in euros, with the VAT in its prices', async ({
  page,
  shopper,
  records,
  browser,
  shop,
}) => {
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await desk.goto('/admin/settings/currency')
  await desk.getByRole('combobox', { name: 'Currency' }).selectOption('euros (EUR)')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Settings saved')).toBeVisible()
  await desk.goto('/admin/settings/tax')
  const home = desk.getByRole('group', { name: 'Where the shop is' })
  await home.getByRole('combobox', { name: 'Country' }).selectOption('Germany')
  await desk.getByRole('button', { name: 'Use these rates' }).click()
  await expect(desk.getByRole('region', { name: 'What a cart of 100 EUR costs' })).toBeVisible()
  await expectNoAxeViolations(desk)
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Settings saved')).toBeVisible()

  const hoodie = await records.addProduct({ name: 'Berlin Hoodie', price: 119 })
  await shopper.isAboutToPayFor(hoodie)
  const parts = { Subtotal: '119,00 €', Shipping: '25,00 €' }
  await shopper.seesTotals({ ...parts, Total: '144,00 € EUR' })
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Germany')
  await page.getByLabel('Postal code').fill('10115')
  await shopper.seesTotals({ ...parts, 'Includes VAT (19%)': '22,99 €', Total: '144,00 € EUR' })
  await shopper.payWith('pays')
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 14_400 }])

  await desk.goto('/admin/settings/currency')
  await desk.getByRole('combobox', { name: 'Currency' }).selectOption('Canadian dollars (CAD)')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText(/An order has been paid in euros \(EUR\)/)).toBeVisible()
  await desk.context().close()
})
