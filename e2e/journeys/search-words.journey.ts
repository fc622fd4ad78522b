import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

test('@phone staff define synonyms, and shoppers find products by any of them', async ({
  page,
  complaints,
}) => {
  complaints.expect(/409/)
  const shopper = await page.context().newPage()
  const finds = async (words: RegExp) => {
    await shopper.goto('/shop?q=marsupial')
    await expect(shopper.getByRole('main')).toContainText(words)
  }
  await finds(/No products found/)

  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await page.getByRole('link', { name: 'Search words' }).click()
  await expect(staff.heading('Search words')).toBeVisible()
  const save = staff.button('Save')
  await staff.button('Add a group').click()
  await page.keyboard.type('Marsupial, emblem hoodie')
  await expect(page.getByRole('status').filter({ hasText: 'Group 8: Finds 1 product' })).toBeVisible()
  await page.keyboard.type(', hoodies')
  await save.click()
  const added = page
    .getByRole('listitem')
    .filter({ has: page.locator('input') })
    .last()
  await expect(added).toContainText('“hoodies” is also in group 1.')
  await expect(added.getByRole('textbox')).toBeFocused()
  await expectNoAxeViolations(page)
  await added.getByRole('textbox').fill('Marsupial, emblem')
  await save.click()
  await expect(page.getByText('Search words saved')).toBeVisible()
  await finds(/Showing results for "emblem"/)

  await staff.button('Undo').click()
  await expect(page.getByText('Search words restored')).toBeVisible()
  await finds(/No products found/)

  // Another tab saves first: this tab asks, and nothing typed is lost.
  const other = await page.context().newPage()
  await other.goto('/admin/search-words')
  await other.getByRole('button', { name: /^Remove group 7/ }).click()
  await expect(other.getByRole('button', { name: 'Add a group' })).toBeFocused()
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Search words saved')).toBeVisible()
  await page.getByRole('textbox', { name: 'Group 6' }).fill('tote, bag, carry-all')
  await save.click()
  await expect(page.getByRole('alert').first()).toContainText('Someone else changed the search words.')
  await expectNoAxeViolations(page)
  await staff.button('Keep mine').click()
  await save.click()
  await expect(page.getByText('Not saved yet')).toBeHidden()
})
