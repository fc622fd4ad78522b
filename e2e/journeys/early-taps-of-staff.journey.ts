import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { openWithoutCode, waitingControl } from '#e2e/support/without-code.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

test('@phone an email typed before the code has loaded is used to sign in', async ({ page }) => {
  const staff = new StaffMember(page, STAFF)
  const letCodeLoad = await openWithoutCode(page, '/admin')
  await page.getByLabel('Email').fill(STAFF.email)
  await page.getByLabel('Password').fill(STAFF.password)
  await expect(staff.button('Sign in')).toBeDisabled()
  letCodeLoad()
  await staff.button('Sign in').tap()
  await staff.isOnDashboard()
})

test('@phone a tap of staff before the code has loaded opens the dialog, once', async ({ page }) => {
  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  const letCodeLoad = await openWithoutCode(page, '/admin/dashboard')
  await staff.button('Add New Product').tap()
  await expect(waitingControl(page)).toHaveText('Add New Product')
  await expectNoAxeViolations(page)
  letCodeLoad()
  await expect(page.getByRole('dialog', { name: 'Add New Product' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(waitingControl(page)).toHaveCount(0)
})

test('@phone a choice in a setting before the code has loaded can be saved', async ({ page }) => {
  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  const letCodeLoad = await openWithoutCode(page, '/admin/settings/announcement')
  await page.getByLabel('Text').fill('The Red Drop is on Friday.')
  await expect(staff.button('Save')).toBeDisabled()
  letCodeLoad()
  await untilHydrated(page.locator('body'))
  await expect(staff.button('Save')).toBeEnabled()
  await expect(page.getByLabel('Text')).toHaveValue('The Red Drop is on Friday.')
})

test('@phone a barcode that is scanned before the code of the packing bench has loaded is read', async ({
  page,
}) => {
  await new StaffMember(page, STAFF).hasSignedIn()
  const letCodeLoad = await openWithoutCode(page, '/admin/packing')
  const field = page.getByLabel('Scan a packing slip')
  await field.fill('RW-00000-NONE')
  await field.press('Enter')
  await expect(page.locator('form[aria-busy="true"]')).toHaveCount(1)
  letCodeLoad()
  await expect(page.getByRole('alert')).toContainText('STOP')
  await expect(field).toHaveValue('')
  await expect(page).toHaveURL('/admin/packing')
})
