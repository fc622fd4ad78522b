import { readFile } from 'node:fs/promises'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

test('@phone staff read the entries of an order in the books, and download them in their own accounts', async ({
  shopper,
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'Ledger Hoodie', price: 80, stock: 5 })
  await shopper.isAboutToPayFor(product, 'M')
  await shopper.payWith('pays')
  await shopper.isThanked()
  const number = (await records.ordersOf(shopper.email))[0]?.number ?? ''

  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  await page.goto('/admin/settings/accounts')
  const sales = page.getByLabel('Sales', { exact: true })
  await expect(sales).toHaveValue('4000 Sales')
  await expect(staff.button('Save')).toBeVisible()
  await page.goto('/admin/books')
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()
  await expect(async () => {
    await page.goto(`/admin/books?order=${number}`)
    await expect(page.getByRole('heading', { name: `Order paid ${number}` })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const entry = page.getByRole('table', { name: /^Entry / })
  await expect(entry.getByRole('row', { name: /4000 Sales.*C\$80\.00/ })).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByRole('link', { name: 'Back to the journal' }).click()
  await expect(page.getByRole('table', { name: 'Days with entries, newest first' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page
    .getByRole('navigation', { name: 'Books' })
    .getByRole('link', { name: 'Accounts', exact: true })
    .click()
  await expect(page.getByRole('row', { name: /4000 Sales/ })).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByLabel('Program').selectOption('hledger')
  const download = page.waitForEvent('download')
  await staff.button('Download').click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(`Order paid ${number}\n`)
  expect(file).toContain('    income:4000 Sales  -80.00 CAD\n')

  const lock = page.getByRole('button', { name: /^Lock / })
  await untilHydrated(lock)
  await lock.click()
  await expectNoAxeViolations(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock' }).click()
  await expect(page.getByText(/^All months up to .* are locked/)).toBeVisible()
  const unlock = page.getByRole('button', { name: /^Unlock / })
  await untilHydrated(unlock)
  await unlock.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('button', { name: /^Lock / })).toBeVisible()
})
