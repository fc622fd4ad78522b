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

test('an owner writes a page with the keyboard, and puts it into the menu of the bar', async ({
  page,
  complaints,
}) => {
  complaints.expect(/422/)
  const owner = new StaffMember(page, STAFF)
  await owner.opensDashboard()
  await page.goto('/admin/pages/new')
  await page.getByLabel('Name').fill('Size help')
  const parts = page.getByRole('list', { name: 'Parts of the page' })
  await parts.getByRole('textbox', { name: 'Heading' }).fill('How it fits')
  await parts.getByRole('textbox', { name: 'Text' }).fill('Take **your** size.')
  await page.getByLabel('Another part').selectOption('Questions and answers')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await parts.getByRole('button', { name: 'Add a question' }).click()
  await parts.getByRole('textbox', { name: 'Question' }).fill('Does it shrink?')
  await parts.getByRole('textbox', { name: 'Answer' }).fill('No.')
  await parts.getByRole('button', { name: 'Up: Questions and answers' }).press('Enter')
  await expect(page.getByText('Questions and answers is now 1 of 2.')).toBeAttached()
  await expect(parts.getByRole('button', { name: 'Up: Questions and answers' })).toBeFocused()
  await page.getByLabel('Draft: only staff see it').uncheck()
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Page saved')).toBeVisible()
  await expectFineAtBothSizes(page, 'settings')

  await page.goto('/admin/settings/menus')
  await page.getByRole('button', { name: /^Add a link.*Bar/ }).press('Enter')
  const bar = page.getByRole('list', { name: 'Bar' })
  await bar.getByRole('textbox', { name: 'Words' }).last().fill('Fit')
  await bar.getByLabel('Leads to').last().fill('/pages/size-helps')
  await bar.getByRole('button', { name: 'Up: Fit' }).press('Enter')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('There is nothing at /pages/size-helps.')).toBeVisible()
  await bar.getByLabel('Leads to').nth(1).fill('/pages/size-help')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expectFineAtBothSizes(page, 'settings')

  const shopper = await page.context().newPage()
  await visit(shopper, { route: '/contact', at: '/contact' })
  const menu = (shopper.viewportSize()?.width ?? 0) < 700 ? 'Menu' : 'Main'
  if (menu === 'Menu') await shopper.getByRole('button', { name: 'Menu' }).click()
  const links = shopper.getByRole('navigation', { name: menu })
  await expect(links.getByRole('link')).toContainText(['SHOP', 'Fit', 'Contact'])
  await links.getByRole('link', { name: 'Fit' }).click()
  await shopper.getByText('Does it shrink?').press('Enter')
  await expect(shopper.getByText('No.', { exact: true })).toBeVisible()
  await expectFineAtBothSizes(shopper, 'settings')
})
