import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { visit } from '#e2e/support/screens.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

// One shop for all of them.
test.describe.configure({ mode: 'default' })

const CATEGORIES = { route: '/admin/settings/:name', at: '/admin/settings/categories' }

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const history = (page: Page) => page.getByRole('region', { name: 'History' })

/** The names in the form, in their order. */
const names = (page: Page) =>
  expect.poll(() =>
    page
      .getByRole('textbox', { name: 'Name', exact: true })
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
  )

/** The categories among the filters of the shop, in their order. */
const filters = (page: Page) => page.getByRole('list', { name: 'Category' }).getByRole('link')

test('@desktop an owner adds, renames, reorders and hides categories by keyboard, and shoppers see the result', async ({
  page,
}) => {
  const owner = new StaffMember(page, STAFF)
  await owner.hasSignedIn()
  await visit(page, CATEGORIES)
  await owner.button('Add a category').click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name.last()).toBeFocused()
  await page.keyboard.type('Bags')
  await group(page, 'Bags').getByLabel('Size set').selectOption('One size')
  await expect(group(page, 'Bags').getByLabel('Sizes', { exact: true })).toHaveValue('One size')

  // By keyboard to the top: the focus goes with the category, and stays there.
  const up = owner.button('Up: Bags')
  await up.focus()
  for (const place of [4, 3, 2, 1]) {
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Bags is now ${place} of 5.`)).toBeAttached()
    await expect(up).toBeFocused()
  }
  await names(page).toEqual(['Bags', 'Shirts', 'Hoodies', 'Accessories', 'Pants'])
  await page.keyboard.press('Enter')
  await expect(up).toBeFocused()
  await names(page).toEqual(['Bags', 'Shirts', 'Hoodies', 'Accessories', 'Pants'])

  await group(page, 'Hoodies').getByLabel('Name', { exact: true }).fill('Jumpers')
  await group(page, 'Pants').getByLabel('Hidden').check()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Pants (hidden)')
  await expect(preview).toContainText('Jumpers')
  await expectNoAxeViolations(page)
  await owner.button('Save').click()
  await expect(history(page)).toContainText('Categories')
  await expect(page.getByText('Not saved yet')).toBeHidden()

  const shopper = await page.context().newPage()
  await shopper.goto('/shop')
  await expect(filters(shopper)).toHaveText(['All', 'Bags', 'Shirts', 'Jumpers', 'Accessories'])
  await filters(shopper).filter({ hasText: 'Jumpers' }).click()
  await expect(shopper).toHaveURL(/category=Hoodies/)
  await expect(shopper.getByRole('heading', { level: 1 })).toHaveText(/Jumpers/i)
  await expect(shopper.getByRole('link', { name: /hoodie/i }).first()).toBeVisible()

  // A new product of the category has its one size only.
  await page.goto('/admin/dashboard')
  await owner.button('Add New Product').click()
  const form = page.getByRole('dialog', { name: 'Add New Product' })
  await form.getByLabel('Category').selectOption('Bags')
  await expect(form.getByRole('checkbox', { name: 'One size', exact: true })).toBeVisible()
  await expect(form.getByRole('checkbox', { name: 'XXL', exact: true })).toBeHidden()

  await visit(page, CATEGORIES)
  await history(page).getByRole('button', { name: 'Restore the default' }).click()
  await names(page).toEqual(['Shirts', 'Hoodies', 'Accessories', 'Pants'])
  await expect(group(page, 'Pants').getByLabel('Hidden')).not.toBeChecked()
  await shopper.goto('/shop')
  await expect(filters(shopper)).toHaveText(['All', 'Shirts', 'Hoodies', 'Accessories', 'Pants'])
})

test('a category with products cannot be removed, and errors are shown at their fields', async ({
  page,
  complaints,
}) => {
  complaints.expect(/422/)
  const owner = new StaffMember(page, STAFF)
  await owner.hasSignedIn()
  await visit(page, CATEGORIES)
  await owner.button('Remove: Hoodies').click()
  await names(page).toEqual(['Shirts', 'Accessories', 'Pants'])
  await owner.button('Save').click()
  const refused = page.getByRole('group', { name: 'Categories', exact: true }).last()
  await expect(refused).toContainText(/Hoodies has \d+ products, including deleted ones\. Move them/)
  await expect(refused).toBeFocused()
  await expectNoAxeViolations(page)

  await owner.button('Discard changes').click()
  await names(page).toEqual(['Shirts', 'Hoodies', 'Accessories', 'Pants'])
  await expect(page.getByRole('textbox', { name: 'Name', exact: true }).first()).toBeFocused()
  await expect(page.getByText('Not saved yet')).toBeHidden()

  // The same name twice, and a size that cannot be one: each at its field.
  await group(page, 'Pants').getByLabel('Name', { exact: true }).fill('Shirts')
  await owner.button('Save').click()
  await expect(page.getByText('Another category has this name.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true }).last()).toBeFocused()
  await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Pants')
  await group(page, 'Pants').getByLabel('Sizes', { exact: true }).fill('S, S')
  await owner.button('Save').click()
  await expect(page.getByText('List each size once: S is listed twice.')).toBeVisible()
  await expect(group(page, 'Pants').getByLabel('Sizes', { exact: true })).toBeFocused()
  await expectNoAxeViolations(page)
})
