import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { testWithSupplier } from '#e2e/support/dedicated-shop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { RATES_KEY, startExchangerateServer } from '#test/fakes/exchangerate-server.ts'

/** A shop with exchange rates from outside. */
const test = testWithSupplier({
  start: startExchangerateServer,
  variables: ({ url }) => ({ EXCHANGERATE_API_KEY: RATES_KEY, EXCHANGERATE_API_BASE: url }),
  stop: (server) => server.close(),
})

test('an owner sees what each supplier does, tests one, and reads its message when it fails', async ({
  page,
  supplier: rates,
}) => {
  const staff = new StaffMember(page, STAFF)
  await staff.openLogin()
  await staff.signIn()
  await staff.isOnDashboard()
  await staff.goesTo('Connections')
  await expect(staff.heading('Connections')).toBeVisible()

  const mail = page.getByRole('region', { name: 'Email' })
  await expect(mail).toContainText('Built in')
  await expect(mail).toContainText('Emails are written to files; no one receives them.')
  await mail.getByRole('button', { name: /^Set up/ }).press('Enter')
  const form = page.getByRole('form', { name: 'Set up: Email' })
  await form.getByLabel('Supplier').selectOption('EmailJS')
  await expect(form.getByLabel('Private key')).toHaveAttribute('type', 'password')
  await expectFineAtBothSizes(page, 'connections')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(mail).toContainText('Built in')

  const section = page.getByRole('region', { name: 'Exchange rates' })
  await expect(section).toContainText('exchangerate-api.com')
  await expect(section).toContainText('Set on the server by EXCHANGERATE_API_KEY.')
  await expect(section.getByRole('button', { name: /^(Set up|Change)/ })).toHaveCount(0)
  await expect(section).toContainText('Working since')
  const tryIt = section.getByRole('button', { name: /^Test now/ })
  await tryIt.press('Enter')
  await expect(section.getByRole('status')).toHaveText(
    'It works. 4 rates of 2026-11-21: one Canadian dollar is 0.71 US dollars.',
  )
  await expectFineAtBothSizes(page, 'connections')

  await rates.disturb({ status: 403, body: { result: 'error', 'error-type': 'invalid-key' } })
  await tryIt.click()
  const words = 'exchangerate-api.com answered 403: the key is not valid'
  await expect(section.getByRole('status')).toHaveText(`It is not working. ${words}`)
  await expect(section).toContainText('Failing since')
  await expect(section.getByText(words)).toHaveCount(1)
  await expect(tryIt).toBeFocused()
  await expect(page.locator('body')).not.toContainText(RATES_KEY)
  await expectFineAtBothSizes(page, 'connections')

  await staff.opensMenu()
  await expect(page.getByRole('link', { name: 'Connections 1 failing' })).toBeVisible()

  await page.reload()
  await expect(section).toContainText(`Error: ${words}`)
  await staff.opensMenu()
  await expect(page.getByRole('link', { name: 'Connections 1 failing' })).toBeVisible()
  await page.keyboard.press('Escape')
  await rates.disturb(null)
  await tryIt.click()
  await expect(section.getByRole('status')).toContainText('It works.')
  await staff.opensMenu()
  await expect(page.getByRole('link', { name: 'Connections', exact: true })).toBeVisible()
})

test('an owner adds a webhook, copies its secret, tests it and reads what was answered', async ({
  page,
  complaints,
}) => {
  complaints.expect(/422/)
  const staff = new StaffMember(page, STAFF)
  await staff.openLogin()
  await staff.signIn()
  await staff.isOnDashboard()
  await page.goto('/admin/webhooks')
  await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1/hooks')
  await staff.button('Add webhook').click()
  await expect(page.getByText('Enter an https address on the public internet.')).toBeVisible()
  await page.getByLabel('Address', { exact: true }).fill('https://hooks.invalid/shop')
  await staff.button('Add webhook').click()
  await expect(page.getByText(/^whsec_/)).toBeFocused()
  const hook = page.getByRole('region', { name: 'https://hooks.invalid/shop' })
  await expect(hook).toContainText('Everything')
  await hook.getByRole('button', { name: /^Test/ }).click()
  await expect(page.getByText('The test did not arrive: see the log.')).toBeVisible({ timeout: 20_000 })
  await hook.getByText('Log', { exact: true }).click()
  await hook.getByText('What was sent and answered').click()
  await expect(hook).toContainText('"message":"This is a test."')
  await expect(hook).toContainText('No answer')
  await expectFineAtBothSizes(page, 'webhooks')
  await hook.getByRole('button', { name: /^Turn off/ }).click()
  await expect(hook.getByText('Off', { exact: true })).toBeVisible()
  await hook.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(hook).toHaveCount(0)
})
