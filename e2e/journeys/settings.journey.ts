import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { visit } from '#e2e/support/screens.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

test('an owner changes the announcement and a policy, shoppers see them, and undo brings the old ones back', async ({
  page,
  complaints,
}) => {
  complaints.expect(/409|422/)
  const owner = new StaffMember(page, STAFF)
  await owner.opensDashboard()
  await owner.goesTo('Settings')
  await expect(owner.heading('Settings')).toBeVisible()
  await expectFineAtBothSizes(page, 'settings')

  await page.getByRole('link', { name: 'Announcement bar' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByLabel('Text').fill('Free <b>hugs</b>')
  await page.getByLabel('Link target').fill('/shop')
  await expect(preview).toContainText('Free <b>hugs</b>')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('customers would see “<b>” as typed')).toBeVisible()
  await expect(page.getByLabel('Text')).toBeFocused()
  await expectFineAtBothSizes(page, 'settings')
  await page.getByLabel('Text').fill('Free hugs')
  await expect(page.getByText('customers would see “<b>” as typed')).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Text, Link target')
  await expect(history).toContainText(`by ${STAFF.email}`)

  const shopper = await page.context().newPage()
  await shopper.goto('/contact')
  await shopper.getByRole('complementary', { name: 'Announcement' }).getByRole('link').click()
  await expect(shopper).toHaveURL(/\/shop$/)
  await expect(shopper.getByRole('link', { name: 'Free hugs' })).toBeVisible()
  await expectFineAtBothSizes(shopper, 'settings')

  // A category without a name has its error at the name.
  const office = await page.context().newPage()
  await office.goto('/admin/settings/categories')
  await office.getByRole('button', { name: 'Add a category' }).click()
  await office.getByRole('button', { name: 'Save' }).click()
  const unnamed = office.getByRole('group', { name: 'New category' }).getByLabel('Name')
  await expect(unnamed).toHaveAttribute('aria-invalid', 'true')
  await expect(unnamed).toBeFocused()
  await office.close()

  // Another tab of an owner saves first: nothing typed is lost.
  const other = await page.context().newPage()
  await other.goto('/admin/settings/announcement')
  await other.getByLabel('Text').fill('Theirs')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('region', { name: 'History' })).toContainText('Version 2')
  await page.getByLabel('Text').fill('Mine')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Another owner changed this in the meantime.')
  await expect(page.getByRole('alert').first()).toContainText('Theirs')
  await expect(page.getByLabel('Text')).toHaveValue('Mine')
  await expectFineAtBothSizes(page, 'settings')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(history).toContainText('Version 3')
  await history.getByRole('button', { name: 'Restore the default' }).click()
  await expect(history).toContainText('Version 4')
  await expect(page.getByLabel('Text')).toHaveValue('')
  await shopper.reload()
  await expect(shopper.getByRole('complementary', { name: 'Announcement' })).toBeHidden()

  await page.goto('/admin/settings/policies')
  await page.getByLabel('Delivery and returns').fill('# Returns\n\nSend it back within 30 days.')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('within 30 days')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Delivery and returns')
  await expectFineAtBothSizes(page, 'settings')
  await shopper.goto('/delivery-returns')
  await expect(shopper.getByRole('region', { name: 'Returns' })).toContainText('within 30 days')
  await expectFineAtBothSizes(shopper, 'settings')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Version 2')
  await shopper.reload()
  await expect(shopper.getByText('All sales are final.')).toBeVisible()

  // Every page that sells something states the owner's policy, and no other.
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Version 3')
  await visit(shopper, { route: '/product/:id', at: '/product/crew-sock' })
  await expect(shopper.getByText('Delivery in 7 to 14 business days. Delivery & Returns')).toBeVisible()
  await shopper.getByRole('button', { name: 'ADD TO CART' }).click()
  await expect(shopper.getByText(/added to cart!/)).toBeVisible()
  for (const at of ['/cart', '/checkout']) {
    await visit(shopper, { route: at, at })
    await expect(shopper.getByText('Delivery in 7 to 14 business days. Delivery & Returns')).toBeVisible()
    await expect(shopper.getByText('All sales are final.')).toBeHidden()
  }
})
