import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { testInBusyShop as test } from '#e2e/support/dedicated-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

test('@phone a sale at a market stall is entered with a changed price, and its cash is refunded by hand', async ({
  page,
}) => {
  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  const find = page.getByLabel('Find an item')
  await untilHydrated(find)
  await expectNoAxeViolations(page)
  await staff.button('Create the order').click()
  await expect(page.getByText('Choose at least one item.')).toBeVisible()
  await expect(page.getByText('Choose how it was paid.')).toBeVisible()
  await expect(find).toBeFocused()
  await expectNoAxeViolations(page)

  await find.fill('emblem tee')
  await page.getByRole('button', { name: /^Add Emblem Tee, M/ }).click()
  await page.getByRole('button', { name: 'Increase quantity of Emblem Tee, M' }).click()
  await page.getByRole('button', { name: 'Change price of Emblem Tee, M' }).click()
  await page.getByLabel('Price each (CAD $)').fill('20')
  await page.getByRole('button', { name: /^Create the order/ }).click()
  await expect(page.getByText('Enter a reason for the price.')).toBeVisible()
  await expect(page.getByText('Choose how it was paid.')).toBeVisible()
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.getByLabel('Cash').check()
  await expect(page.getByText('Choose how it was paid.')).toBeHidden()
  await expect(page.getByText('Enter a reason for the price.')).toBeVisible()
  await page.getByLabel('Reason').fill('Stall price')
  await expect(page.getByRole('status').filter({ hasText: 'Stall price' })).toContainText('C$40.80')
  await expectNoAxeViolations(page)
  await staff.button('Create the order: C$40.80').click()

  await expect(page).toHaveURL(/\/admin\/orders\/R-/)
  await expect(page.getByText(`Created by staff: ${STAFF.email}`)).toBeVisible()
  await expect(page.getByText('Handed over in person')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Status' })).toContainText('Fulfilled')
  await untilHydrated(staff.button('Refund'))
  await staff.button('Refund').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('C$40.80 by cash. Refund it yourself')
  await dialog.getByRole('button', { name: 'Refund everything: C$40.80' }).click()
  await dialog.getByRole('button', { name: 'Refund C$40.80' }).click()
  await expect(page.getByText('Refunded by hand: C$40.80, cash')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Status' })).toContainText('Refunded')
})

test('@phone an item is changed before packing, the extra cost is waived, and the customer is emailed', async ({
  page,
  complaints,
}) => {
  complaints.expect(/\b409\b/) // the increase that nobody settled
  complaints.expect(/\b422\b/) // the waiver without a reason
  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  await page.goto('/admin/orders?state=paid')
  await page.getByRole('link', { name: /^R-/ }).first().click()
  await untilHydrated(staff.button('Change items'))
  await staff.button('Change items').click()
  const dialog = page.getByRole('dialog', { name: 'Change items' })
  await dialog.getByLabel('Replace with').fill('hoodie')
  await dialog
    .getByRole('button', { name: /^Choose .*Hoodie, M/ })
    .first()
    .click()
  await dialog.getByLabel(/^Quantity of .*Hoodie, M$/).fill('3')
  await expect(dialog.getByRole('status').filter({ hasText: 'more.' })).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose how the difference is settled.')).toBeVisible()
  await dialog.getByLabel('Waived: the customer does not pay it').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Our mistake')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Changed the items: 3 x .*is waived \(Our mistake\)$/)).toBeVisible()
  await expect(page.getByText('Items changed').first()).toBeVisible()
})
