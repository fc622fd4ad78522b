import { expectAccessible, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

test('@phone staff read what a feed misses, and add it at the field of the product', async ({ page }) => {
  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await page.goto('/admin/feeds')
  await expectAccessible(page, '/admin/feeds')
  const feeds = page.getByRole('table', { name: 'Feeds, with their addresses' })
  await expect(feeds.getByRole('row')).toHaveCount(4)
  const address = feeds.getByRole('link', { name: /meta\.csv/ })
  const { pathname } = new URL((await address.getAttribute('href'))!)
  expect(await (await page.request.get(pathname)).text()).toContain('id,title,description,availability')

  await page.getByLabel('Show products with').selectOption({ label: 'No gender' })
  await expect(page).toHaveURL(/kind=gender/)
  const lacking = page.getByRole('status').filter({ hasText: /^\d+ products?$/ })
  const before = Number.parseInt((await lacking.textContent())!, 10)
  const missing = page.getByRole('table', { name: 'Products that lack something' })
  await missing
    .getByRole('link', { name: /^No gender: add it to / })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Edit Product' })
  await expect(form.getByLabel('Gender')).toBeFocused()
  await expect(form).toContainText('Google wants the gender')
  await expectNoAxeViolations(page)
  await form.getByLabel('Gender').selectOption('Unisex')
  await expect(form).not.toContainText('Google wants the gender')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await page.goto('/admin/feeds?kind=gender')
  await expect(lacking).toHaveText(`${before - 1} products`)
})
