import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { startShopCopy } from '#e2e/support/shops.ts'
import { testInShop } from '#e2e/support/dedicated-shop.ts'
import { codeOfApp } from '#e2e/actors/authenticator-app.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

/** Browsers accept passkeys at localhost, and at no IP address. */
const test = testInShop({
  isRare: true,
  async open() {
    const shop = await startShopCopy({}, 'localhost')
    return { shop, supplier: null, close: () => shop.stop() }
  },
})

// One shop for all of them.
test.describe.configure({ mode: 'default' })

/** A passkey, as the authenticator of the browser stores it. */
interface Passkey {
  credentialId: string
  isResidentCredential: boolean
  rpId?: string
  privateKey: string
  userHandle?: string
  signCount: number
}

/** Gives this page a virtual authenticator, which ends with the page. `passkeys`: made with an earlier one. */
async function authenticator(page: Page, passkeys: Passkey[] = []) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  for (const credential of passkeys) {
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
  }
  return {
    passkeys: async (): Promise<Passkey[]> =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    remove: () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}

test('@phone a staff member adds a passkey and signs in with it, and a removed passkey is refused', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401|422/)
  const staff = new StaffMember(page, STAFF)
  await staff.openLogin()
  await staff.signIn()
  await staff.isOnDashboard()
  await staff.goesTo('Account')
  await staff.button('Add a passkey').click()
  await page.getByLabel('Name (optional)').fill('Laptop')
  await page.getByRole('region', { name: 'Passkeys' }).getByLabel('Your password').fill('not my password')
  await staff.button('Continue').click()
  await isWrong(
    page.getByRole('region', { name: 'Passkeys' }).getByLabel('Your password'),
    'Incorrect password',
  )
  await expectNoAxeViolations(page)
  const device = await authenticator(page) // after the check, which would end it
  await page.getByRole('region', { name: 'Passkeys' }).getByLabel('Your password').fill(STAFF.password)
  await staff.button('Continue').click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  const passkeys = await device.passkeys()
  expect(passkeys).toHaveLength(1)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page, 'account')
  await staff.button('I’ve saved them').click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await staff.button('Rename Laptop').click()
  await page.getByRole('dialog').getByLabel('Name').fill('   ')
  await staff.button('Save name').click()
  await isWrong(page.getByRole('dialog').getByLabel('Name'), 'Enter a name.')
  await expectNoAxeViolations(page)
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
  await staff.button('Save name').click()
  await expect(page.getByText('Passkey renamed.')).toBeVisible()
  await expect(page.getByText('Work laptop', { exact: true })).toBeVisible()

  await staff.logOut()
  // Hides the suggestion in the email field, which the virtual authenticator would accept immediately.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expectNoAxeViolations(page)
  await authenticator(page, passkeys)
  await staff.button('Sign in with a passkey').click()
  await staff.isOnDashboard()

  await staff.goesTo('Account')
  await staff.button('Remove Work laptop').click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('It is your only second factor')
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Your password').fill(STAFF.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Work laptop is removed.')).toBeVisible()
  await staff.logOut()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await authenticator(page, passkeys)
  await staff.button('Sign in with a passkey').click()
  await expect(page.getByText('This passkey was not accepted. Please try again.')).toBeVisible()
})

test('@phone where a passkey was used before, the email field offers it, and it signs in without a button', async ({
  page,
}) => {
  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  await page.goto('/admin/account')
  const maker = await authenticator(page)
  await staff.button('Add a passkey').click()
  await page.getByLabel('Name (optional)').fill('Phone')
  await page.getByRole('region', { name: 'Passkeys' }).getByLabel('Your password').fill(STAFF.password)
  await staff.button('Continue').click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  const passkeys = await maker.passkeys()
  await staff.button('I’ve saved them').click()

  // The virtual authenticator would accept the offer of the email field immediately: without it, the sign-in page
  // stays.
  await maker.remove()
  await staff.logOut()
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(staff.button('Sign in with a passkey')).toBeEnabled()
  await authenticator(page, passkeys)
  await page.reload()
  await staff.isOnDashboard()

  await page.goto('/admin/account')
  await staff.button('Remove Phone').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Your password').fill(STAFF.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Phone is removed.')).toBeVisible()
})

test('@phone a member who needs a second factor is asked to set it up, and signs in with a code or a recovery code', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401/)
  const staff = new StaffMember(page, STAFF)
  await staff.hasSignedIn()
  await page.goto('/admin/account')
  const section = page.getByRole('region', { name: 'Two-step verification' })
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByLabel('Your password').fill(STAFF.password)
  await section.getByRole('button', { name: 'Continue' }).click()
  await expect(section.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  await expectNoAxeViolations(page)
  const open = (await section.getByRole('link', { name: 'open the app' }).getAttribute('href')) ?? ''
  const secret = new URL(open).searchParams.get('secret') ?? ''
  await section.getByRole('textbox', { name: 'Code' }).fill('000000')
  await section.getByRole('button', { name: 'Turn on' }).click()
  await isWrong(section.getByRole('textbox', { name: 'Code' }), WRONG_CODE)
  await section.getByRole('textbox', { name: 'Code' }).fill(codeOfApp(secret))
  await section.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [code = ''] = await codes.allTextContents()

  await page.goto('/admin/settings/second-factor')
  await expect(page.getByRole('checkbox', { name: 'Managers' })).toHaveAccessibleDescription(
    'No one has this role.',
  )
  await page.getByRole('checkbox', { name: 'Owners' }).check()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page, 'second factor')
  await staff.button('Save').click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await staff.logOut()
  await staff.signIn()
  await expect(staff.heading('Two-step verification')).toBeVisible()
  await page.getByLabel('Code').fill('000000')
  await staff.button('Sign in').click()
  await isWrong(page.getByLabel('Code'), WRONG_CODE)
  await expectNoAxeViolations(page)
  await page.getByLabel('Code').fill(code)
  await staff.button('Sign in').click()
  await staff.isOnDashboard()

  await page.goto('/admin/account')
  await section.getByRole('button', { name: 'Turn off' }).click()
  await section.getByLabel('Your password').fill('not my password')
  await section.getByRole('button', { name: 'Turn off' }).click()
  await isWrong(section.getByLabel('Your password'), 'Incorrect password')
  await section.getByLabel('Your password').fill(STAFF.password)
  await section.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Your role needs a second factor')).toBeVisible()
  await expectAccessible(page, '/admin/set-up')
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL(/\/admin\/set-up$/)
})

const WRONG_CODE = 'This code is wrong. Enter the current one from your app.'

/** The error is shown at the field, which has the focus. */
async function isWrong(field: Locator, words: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(words)))
  await expect(field).toBeFocused()
}
