import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { testWithSupplier } from '#e2e/support/dedicated-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import {
  AIRTABLE_BASE,
  AIRTABLE_TABLE,
  AIRTABLE_TOKEN,
  startAirtableServer,
} from '#test/fakes/airtable-server.ts'

/** A shop whose products are in a table of Airtable too. */
const test = testWithSupplier({
  start: startAirtableServer,
  variables: ({ url }) => ({
    AIRTABLE_TOKEN,
    AIRTABLE_BASE_ID: AIRTABLE_BASE,
    AIRTABLE_TABLE,
    AIRTABLE_API_BASE: url,
    CATALOGUE_SYNC_SECONDS: '5',
  }),
  stop: (server) => server.close(),
})

test('a product that changed in Airtable and in the shop is shown in both versions, until staff choose', async ({
  supplier: airtable,
  page,
}) => {
  const id = airtable.table.type({
    Name: 'Table Tee',
    Price: 25,
    Category: 'T-Shirts',
    Size: ['M'],
    Stock: 4,
  })
  const staff = new StaffMember(page, STAFF)
  await staff.openLogin()
  await staff.signIn()
  await staff.isOnDashboard()
  const form = page.getByRole('dialog', { name: 'Edit Product' })
  await expect(async () => {
    await page.reload() // the product may have come just before the page began to listen
    await expect(staff.button('Edit Table Tee')).toBeEnabled({ timeout: 2_000 })
  }).toPass()
  await staff.button('Edit Table Tee').click()

  await airtable.disturb({ status: 500, body: {} }) // so that no round sees only one of the changes
  airtable.table.change(id, { Name: 'Crimson Tee' })
  await form.getByLabel('Name').fill('Ember Tee')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(staff.button('Edit Ember Tee')).toBeVisible()
  await airtable.disturb(null)
  await expect(page.getByText('Ember Tee was changed in Airtable and in the shop.')).toBeVisible()

  await staff.button('Edit Ember Tee').click()
  const versions = form.getByRole('row', { name: 'Name Crimson Tee Ember Tee' })
  await expect(versions).toBeVisible()
  await expectNoAxeViolations(page)
  await form.getByRole('button', { name: 'Use Airtable’s version' }).click()
  await expect(page.getByText('Your choice is saved')).toBeVisible()
  await expect(versions).toBeHidden()
  await expect(form.getByLabel('Name')).toHaveValue('Crimson Tee')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(staff.button('Edit Crimson Tee')).toBeVisible()
  await expect(page.getByText('was changed in Airtable')).toHaveCount(0)
})
