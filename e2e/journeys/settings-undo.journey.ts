import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { visit } from '#e2e/support/screens.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

test('unsaved taxes, shipping and second factors can be discarded, and older versions restored', async ({
  page,
  complaints,
}) => {
  complaints.expect(/409|422/)
  const owner = new StaffMember(page, STAFF)
  await owner.hasSignedIn()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const discard = page.getByRole('button', { name: 'Discard changes' })
  const history = page.getByRole('region', { name: 'History' })
  const unsaved = page.getByText('Not saved yet')
  const opens = (name: string) =>
    visit(page, { route: '/admin/settings/:name', at: `/admin/settings/${name}` })

  // The place of the shop matters for more than taxes, so its fields are shown however taxes are charged.
  await opens('tax')
  const place = page.getByRole('group', { name: 'Where the shop is' })
  await expect(page.getByRole('radio', { name: 'One rate for every order' })).toBeChecked()
  await place.getByLabel('Country').selectOption('FR')
  await expect(unsaved).toBeVisible()
  await expectFineAtBothSizes(page, 'taxes')
  await discard.click()
  await expect(place.getByLabel('Country')).toHaveValue('CA')
  await expect(place.getByLabel('Country')).toBeFocused()
  await expect(unsaved).toBeHidden()

  await opens('shipping')
  const weight = page.getByLabel('Default product weight (kg)')
  await weight.fill('9')
  await discard.click()
  await expect(weight).toHaveValue('0.5')
  await expect(unsaved).toBeHidden()
  // Of two wrong fields the first has the focus, and keeps it while it is corrected.
  const price = page.getByLabel('Price (CAD)')
  await price.fill('x')
  await weight.fill('x')
  await save.click()
  await expect(price).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('25')
  await expect(weight).toHaveAttribute('aria-invalid', 'true')
  await expect(price).toBeFocused()
  await discard.click()
  await weight.fill('0.8')
  await save.click()
  await expect(history).toContainText('Default weight')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(history).toContainText('Version 2')
  await expect(weight).toHaveValue('0.5')
  await history.getByRole('link', { name: 'See version 1' }).click()
  const old = page.getByRole('region', { name: 'Version 1', exact: true })
  await expect(old).toContainText('0.8 kg')
  await expect(old).toContainText(
    'Everywhere (every other country): Shipping, C$25.00, 7 to 14 business days',
  )
  await expect(page.locator('main fieldset:disabled')).toHaveCount(0)
  await expectFineAtBothSizes(page, 'an older version of shipping')

  const other = await page.context().newPage()
  await visit(other, { route: '/admin/settings/shipping', at: '/admin/settings/shipping' })
  await other.getByLabel('Default product weight (kg)').fill('1.5')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByRole('region', { name: 'History' })).toContainText('Version 3')
  await other.close()
  await weight.fill('2')
  await save.click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Another owner changed this' })
  await expect(conflict).toContainText('1.5 kg')
  await expect(weight).toHaveValue('2')
  await expectFineAtBothSizes(page, 'two owners at shipping')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(weight).toHaveValue('1.5')
  await old.getByRole('button', { name: 'Restore this version' }).click()
  await expect(weight).toHaveValue('0.8')

  await opens('second-factor')
  const packers = page.getByRole('checkbox', { name: 'Packers' })
  await packers.check()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('No one has to set anything up')
  await expectFineAtBothSizes(page, 'second factors')
  await discard.click()
  await expect(packers).not.toBeChecked()
  await expect(unsaved).toBeHidden()
})
