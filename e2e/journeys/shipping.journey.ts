import type { Locator, Page } from '@playwright/test'
import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

test('an owner sets zones, a pickup and duty; shoppers in Canada, the US and elsewhere see those that apply to them', async ({
  page,
  shopper,
  records,
  complaints,
  browser,
  shop,
}) => {
  complaints.expect(/\b(409|422)\b/)
  const hoodie = await records.addProduct({ name: 'Zoned Hoodie', price: 100 })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  await desk.goto('/admin/settings/shipping')

  const canada = desk.getByRole('region', { name: /^Zone (Everywhere|Canada)$/ })
  await untilHydrated(canada.getByLabel('Name of the zone'))
  await canada.getByLabel('Name of the zone').fill('Canada')
  await canada.getByLabel('Country').selectOption('CA')
  await nameMethod(canada.getByRole('group').first(), 'Post', '2', '5', '15.00')
  await canada.getByRole('button', { name: 'Add a method' }).click()
  await nameMethod(canada.getByRole('group', { name: 'New method' }), 'Express', '1', '2', '40.00')
  await canada.getByRole('button', { name: 'Add a method' }).click()
  const pickup = canada.getByRole('group', { name: 'New method' })
  await pickup.getByLabel('Business days, from').fill('1')
  await pickup.getByLabel('Business days, to').fill('1')
  await pickup.getByLabel('Kind').selectOption('pickup')
  await expect(canada.getByRole('group', { name: 'Pickup' })).toBeVisible()
  await desk.getByRole('button', { name: 'Add a zone' }).click()
  const states = desk.getByRole('region', { name: /^Zone (New zone|States)$/ })
  await states.getByLabel('Name of the zone').fill('States')
  await states.getByLabel('Country').selectOption('CA')
  await nameMethod(states.getByRole('group').first(), 'Air', '5', '9', '30.00')
  await desk
    .getByLabel('Where and when orders are collected')
    .fill('12 Broadway Ave\nMonday to Friday, 10 to 17')
  await desk.getByRole('button', { name: 'Add a country' }).click()
  const duties = desk.getByRole('region', { name: 'Import duty' })
  await duties.getByLabel('Country').selectOption('US')
  await duties.getByLabel('Who pays').selectOption('ddp')
  await duties.getByLabel('Rate (%)').fill('35')
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(states.getByText('Canada is already in the zone Canada.')).toBeVisible()
  await expect(states.getByLabel('Country')).toBeFocused()
  await expectFineAtBothSizes(desk, 'shipping')
  await states.getByLabel('Country').selectOption('US')
  await expect(states.getByText('Canada is already in the zone Canada.')).toBeHidden()
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(desk.getByRole('region', { name: 'History' })).toContainText('Zones and rates')
  await expectFineAtBothSizes(desk, 'shipping')

  await page.route('**/api/location', (route) =>
    route.fulfill({ json: { country_name: 'France', country_code: 'FR', currency: 'EUR' } }),
  )
  await shopper.hasInCart(hoodie, 'M')
  await shopper.open('/checkout')
  await shopper.sees(
    "We don't ship to France yet. You can still order for delivery to one of the countries below.",
  )
  const countries = page.getByRole('combobox', { name: 'Country' }).getByRole('option')
  await expect(countries).toHaveText(['Canada', 'United States'])
  await expectFineAtBothSizes(page, 'shipping')
  const country = page.getByRole('combobox', { name: 'Country' })
  await country.selectOption('US')
  await expect(page.getByText("We don't ship to France yet.")).toBeHidden()
  await country.selectOption('CA')

  await page.unroute('**/api/location')
  await shopper.open('/checkout')
  await shopper.fillDelivery()
  const methods = page.getByRole('group', { name: 'Shipping method' })
  await expect(methods.getByRole('radio')).toHaveCount(3)
  await expect(methods).toContainText('1 business day')
  await methods.getByRole('radio', { name: /^Express 1 to 2 business days/ }).check()
  await shopper.seesTotals({
    Subtotal: '$100.00',
    'Tax (2%)': '$2.00',
    'Shipping (Express)': '$40.00',
    Total: '$142.00 CAD',
  })
  await expectFineAtBothSizes(page, 'checkout with methods')

  const express = canada.getByRole('group', { name: 'Express' })
  await express.getByLabel('Price (CAD)').fill('42.00')
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(desk.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(3)
  await shopper.payWith('pays')
  await shopper.isRefusedWith('The total changed to $144.00. Check it and press Pay Now again.')
  await shopper.seesTotals({ 'Shipping (Express)': '$42.00', Total: '$144.00 CAD' })
  await shopper.payNow()
  await shopper.isThanked()
  await expect(page.getByRole('main')).toContainText('Delivery takes 1 to 2 business days.')
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 14_400 }])
  const [order] = await records.ordersOf(shopper.email)
  await expect
    .poll(async () =>
      (await findMails(shop.dataDir, 'Thanks for your order!')).map(({ text }) => text).join(),
    )
    .toContain('Delivery usually takes 1 to 2 business days.')
  await desk.goto(`/admin/orders/${order!.number}`)
  await expect(desk.getByRole('main')).toContainText('Express')
  await desk.goto(`/admin/orders/${order!.number}/packing-slip`)
  await expect(desk.getByRole('article')).toContainText('Express')

  await shopper.hasInCart(hoodie, 'M')
  await shopper.open('/checkout')
  await untilHydrated(page.getByLabel('Email'))
  await shopper.fillDelivery()
  // Chosen before an update that renamed it.
  await page.evaluate(() => sessionStorage.setItem('choices', '{"shippingMethod":"courier"}'))
  await page.reload()
  await shopper.sees('The shipping method you chose is no longer available. We selected Post instead.')
  await expect(methods.getByRole('radio', { name: /^Post/ })).toBeChecked()
  await expect(page.getByLabel('City')).not.toHaveValue('')
  await expectFineAtBothSizes(page, 'checkout without the chosen method')
  await page.evaluate(() => sessionStorage.removeItem('choices'))
  await page.reload()
  await isSentTo(page, 'US', 'California', '90210')
  await shopper.seesTotals({
    Subtotal: '$100.00',
    'Tax (2%)': '$2.00',
    'Shipping (Air)': '$30.00',
    'Import duty': '$35.00',
    Total: '$167.00 CAD',
  })
  await shopper.sees("Import duty is included in the total: the carrier shouldn't charge you for it again.")

  await desk.goto('/admin/settings/shipping')
  await untilHydrated(duties.getByLabel('Who pays'))
  await states.getByRole('group', { name: 'Air' }).getByLabel('Price (CAD)').fill('25.00')
  await duties.getByLabel('Rate (%)').fill('40')
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(desk.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(4)
  await shopper.payWith('pays')
  await shopper.isRefusedWith(
    'The total is still $167.00, but what it includes has changed. Check it and press Pay Now again.',
  )
  await shopper.seesTotals({ 'Shipping (Air)': '$25.00', 'Import duty': '$40.00', Total: '$167.00 CAD' })
  await expectFineAtBothSizes(page, 'checkout with another duty')

  await duties.getByLabel('Who pays').selectOption('dap')
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(desk.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(5)
  await shopper.payNow()
  await shopper.isRefusedWith('The total changed to $127.00. Check it and press Pay Now again.')
  await shopper.sees(
    "Import duty and the carrier's fees are not included in the total. The carrier collects them on delivery.",
  )
  await shopper.seesTotals({
    Subtotal: '$100.00',
    'Tax (2%)': '$2.00',
    'Shipping (Air)': '$25.00',
    Total: '$127.00 CAD',
  })
  await expect(shopper.summary()).not.toContainText('Import duty')
  await expectFineAtBothSizes(page, 'checkout with duty on delivery')
  await shopper.payNow()
  await shopper.isThanked()
  await page.getByRole('link', { name: 'See your order' }).click()
  await shopper.sees(
    "Import duty and the carrier's fees are not included. The carrier collects them on delivery.",
  )
  await expect
    .poll(async () =>
      (await findMails(shop.dataDir, 'Thanks for your order!')).map(({ text }) => text).join(),
    )
    .toContain("Import duty and the carrier's fees are not included in what you paid.")

  await desk.context().close()
})

async function nameMethod(method: Locator, name: string, from: string, to: string, price: string) {
  await method.getByLabel('Business days, from').fill(from)
  await method.getByLabel('Business days, to').fill(to)
  await method.getByLabel('Price (CAD)').fill(price)
  await method.getByLabel('Name of the method').fill(name)
}

async function isSentTo(page: Page, country: string, region: string, postal: string) {
  await untilHydrated(page.getByRole('combobox', { name: 'Country' }))
  await page.getByRole('combobox', { name: 'Country' }).selectOption(country)
  await page.getByRole('combobox', { name: 'State' }).selectOption(region)
  await page.getByLabel('ZIP code').or(page.getByLabel('Postal code')).fill(postal)
}
