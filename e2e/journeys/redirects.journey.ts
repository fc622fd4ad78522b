import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const FILE =
  'Redirect from,Redirect to\n/products/emblem,/product/emblem-hoodie\n/pages/x,https://other.example\n'

test('@phone staff lead old links to the right page, one by one and from a file', async ({
  page,
  complaints,
}) => {
  complaints.expect(/404|422/)
  const shopper = await page.context().newPage()
  const leadsTo = async (old: string, heading: string) => {
    await shopper.goto(old)
    await expect(shopper.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  await leadsTo('/pages/our-story', 'Page not found.')

  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await page.goto('/admin/redirects')
  await expect(page.getByText('No redirects yet.')).toBeVisible()
  const form = page.getByRole('form', { name: 'New redirect' })
  await form.getByLabel('Old address').fill('pages/our-story')
  await form.getByLabel('Leads to').fill('https://elsewhere.example/about')
  await form.getByRole('button', { name: 'Redirect' }).click()
  await expect(form.getByLabel('Old address')).toBeFocused()
  await expect(form).toContainText('from its first slash')
  await expect(form).toContainText('lead to no other site')
  await expectNoAxeViolations(page)
  await form.getByLabel('Old address').fill('https://old.example/pages/Our-Story')
  await form.getByLabel('Leads to').fill('/about')
  await page.keyboard.press('Enter')
  await expect(page.getByText('/pages/our-story leads to /about.')).toBeVisible()
  await expect(page.getByText('1 redirect', { exact: true })).toBeVisible()
  await leadsTo('/pages/our-story', 'Our Story')

  const file = { name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) }
  await page.getByLabel(/^Import a file/).setInputFiles(file)
  await expect(page.getByText('1 new, 0 changed, 0 as before, 1 left out.')).toBeVisible()
  await expect(page.getByText('Row 3, /pages/x:')).toBeVisible()
  await expectNoAxeViolations(page)
  await staff.button('Import').click()
  await expect(page.getByText('2 redirects', { exact: true })).toBeVisible()

  await staff.button('Delete the redirect of /pages/our-story').click()
  await expect(page.getByText('1 redirect', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('emblem')
  await expect(page.getByRole('row', { name: /Old address \/products\/emblem/ })).toBeVisible()
  await staff.button('Undo').click()
  await leadsTo('/pages/our-story', 'Our Story')
})
