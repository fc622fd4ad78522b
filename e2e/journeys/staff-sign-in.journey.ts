import { randomUUID } from 'node:crypto'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import { issueFirstLink } from '#db/staff/staff-rows.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { join } from 'node:path'
import { STRANGER } from '#test/support/staff-browser.ts'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test as base } from '#e2e/support/journey.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

/** Each journey has a separate staff member, and may add and disable more. */
const test = base.extend<{ identity: BuiltInIdentity; staff: StaffMember }>({
  identity: async ({ shop }, use) => {
    const database = await openDatabase({
      engine: 'sqlite',
      file: join(shop.dataDir, 'shop.db'),
      synchronous: 'full',
    })
    // Hashing a password is tested elsewhere.
    await use(new BuiltInIdentity(database, { passwordCost: { N: 16, r: 1, p: 1 } }))
    await database.close()
  },
  staff: async ({ page, identity }, use) => {
    const account = { email: `${randomUUID()}@redemption.example`, password: 'wears red' }
    await identity.addMember(account)
    await use(new StaffMember(page, account))
  },
})

test('signed-in staff see the dashboard, and signed-out staff do not', async ({ staff, page }) => {
  await page.goto('/admin/dashboard')
  await staff.isOnSignInPage()
  await staff.signIn()
  await staff.isOnDashboard()
  await expect(page.getByRole('tab', { name: 'Products' })).toHaveAttribute('aria-selected', 'true')
  await page.goto('/admin')
  await staff.isOnDashboard()

  await staff.logOut()
  await page.goBack()
  await staff.isOnSignInPage()
  await page.goto('/admin/account')
  await staff.isOnSignInPage()
})

test('each invalid input has a separate message, and is kept', async ({
  staff,
  identity,
  page,
  complaints,
}) => {
  complaints.expect(/ 40[13]|422|answer 4(01|03|22)/)
  await identity.addMember({ email: 'gone@redemption.example', password: 'was here' })
  await identity.disableMember('gone@redemption.example')
  await staff.openLogin()
  for (const [email, message] of [
    ['ada@redemption', 'Invalid email address'],
    ['nobody@redemption.example', 'No account found with this email'],
    ['gone@redemption.example', 'This account has been disabled'],
    [staff.email, 'Incorrect password'],
  ] as const) {
    await staff.signIn({ email, password: 'wears blue' })
    await staff.isRefused(message)
    await expect(page.getByLabel('Email')).toHaveValue(email)
  }
  await expectNoAxeViolations(page)
  await staff.signIn()
  await staff.isOnDashboard()
})

test('an empty form is not sent', async ({ staff, page }) => {
  await staff.openLogin()
  await staff.button('Sign in').click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(staff.email)
  await staff.button('Sign in').click()
  await expect(page.getByLabel('Password')).toBeFocused()
})

test('the button shows that it is working, and a missing response is reported', async ({
  staff,
  page,
  complaints,
}) => {
  complaints.expect(/ERR_CONNECTION|ERR_FAILED|no answer/)
  await staff.openLogin()
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/staff/**', async (route) => {
    await waiting
    await route.abort()
  })
  await staff.signIn()
  await expect(staff.button('Processing...')).toBeDisabled()
  answer()
  await staff.isRefused('An error occurred during login')
  await staff.asksForReset()
  await staff.isRefused('Failed to send password reset email')
})

test('too many wrong passwords block the account for a while', async ({ staff, complaints }) => {
  complaints.expect(/401|429/)
  await staff.openLogin()
  for (let i = 0; i < 5; i += 1) {
    await staff.signIn({ password: `guess ${i}` })
    await staff.isRefused('Incorrect password')
  }
  await staff.signIn()
  await expect(staff.page.getByRole('alert')).toHaveText(
    /^Too many attempts for this account\. Wait 5 minutes, then try again\./,
  )
})

test('a forgotten password is reset by a mail link, once, and signs every browser out', async ({
  staff,
  shop,
  page,
  browser,
  complaints,
}) => {
  test.slow() // two browsers, and axe in five states
  complaints.expect(/410|401/)
  const elsewhere = new StaffMember(await (await browser.newContext()).newPage(), staff)
  await elsewhere.page.goto(`${shop.url}/admin`)
  await elsewhere.signIn()
  await elsewhere.isOnDashboard()

  await staff.openLogin()
  await staff.asksForReset()
  await expect(staff.heading('Check Your Email')).toBeVisible()
  await expect(page.getByText(staff.email)).toBeVisible()
  await expectNoAxeViolations(page)
  await staff.button('Back to login').click()
  await staff.isOnSignInPage()

  const link = await staff.mailedLink(shop)
  await page.goto(link)
  await expect(staff.heading('Reset Password')).toBeVisible()
  await expectNoAxeViolations(page)
  await staff.setsPassword('still red')
  await expect(staff.heading('Password changed')).toBeFocused()
  await expectNoAxeViolations(page)

  await elsewhere.page.reload()
  await elsewhere.isOnSignInPage()
  await elsewhere.page.context().close()

  await page.goto(link)
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Back to login' }).click()
  await staff.signIn()
  await staff.isRefused('Incorrect password')
  await staff.signIn({ password: 'still red' })
  await staff.isOnDashboard()
})

test('a link that was just used in another tab shows a message about it', async ({
  staff,
  identity,
  shop,
  page,
  complaints,
}) => {
  complaints.expect(/410/)
  await staff.openLogin()
  await staff.asksForReset()
  await expect(staff.heading('Check Your Email')).toBeVisible()
  const link = await staff.mailedLink(shop)
  await page.goto(link)
  await identity.resetPassword(new URL(link).searchParams.get('token') ?? '', 'used elsewhere', STRANGER)
  await staff.setsPassword('still red')
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible()
})

test('staff change their password and end sessions elsewhere', async ({
  staff,
  identity,
  page,
  complaints,
}) => {
  test.slow()
  complaints.expect(/401/)
  for (let i = 0; i < 3; i += 1) await identity.signIn(staff, STRANGER)
  await staff.openLogin()
  await staff.signIn()
  await staff.isOnDashboard()
  await staff.goesTo('Account')
  await expect(staff.heading('Account')).toBeVisible()
  const elsewhere = page.getByRole('button', { name: /^End the session of Safari on iPhone/ })
  await expect(elsewhere).toHaveCount(3)
  await expectNoAxeViolations(page)
  await elsewhere.first().click()
  await expect(elsewhere).toHaveCount(2)
  await staff.button('End all other sessions').click()
  await expect(elsewhere).toHaveCount(0)

  await page.getByLabel('Current password').fill('wears blue')
  await page.getByLabel('New password').fill('still red')
  await staff.button('Change password').click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('Incorrect password')
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByLabel('Current password').fill(staff.password)
  await staff.button('Change password').click()
  await expect(page.getByText('Password changed. Your other sessions have ended.')).toBeVisible()
  await page.reload()
  await expect(staff.heading('Account')).toBeVisible()
})

test('a new address counts once its link is used; until then it can be cancelled', async ({
  staff,
  shop,
  page,
  complaints,
}) => {
  test.slow()
  complaints.expect(/410/)
  const renamed = `new-${staff.email}`
  const atNew = new StaffMember(page, { email: renamed, password: staff.password })
  const asks = async () => {
    await page.getByLabel('New email address').fill(renamed)
    await page.getByLabel('Your password').fill(staff.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Waiting for ${renamed}`)).toBeVisible()
    await expect(page.getByText(`You sign in as ${staff.email}.`)).toBeVisible()
  }
  await staff.openLogin()
  await staff.signIn()
  await staff.isOnDashboard()
  await staff.goesTo('Account')
  await asks()
  await expectNoAxeViolations(page)
  const cancelled = await atNew.mailedLink(shop, 'confirm-address')
  await staff.button(`Keep ${staff.email}`).click()
  await expect(page.getByText(`Waiting for ${renamed}`)).toHaveCount(0)

  await asks()
  const link = await atNew.mailedLink(shop, 'confirm-address', cancelled)
  await staff.logOut()
  await page.goto(cancelled)
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText(`Once you confirm, you sign in as ${renamed}`)).toBeVisible()
  await expectNoAxeViolations(page)
  await staff.button('Confirm this address').press('Enter')
  await expect(staff.heading('Address changed')).toBeFocused()
  await page.getByRole('link', { name: 'Go to the staff area' }).click()
  await atNew.signIn()
  await atNew.isOnDashboard()
})

test('the link of the first start signs in once, and shows what is left to do', async ({
  shop,
  identity,
  staff,
  page,
  complaints,
}) => {
  complaints.expect(/ 410|answer 410/)
  const member = (await identity.listMembers()).find(({ email }) => email === staff.email)
  const database = await openDatabase({
    engine: 'sqlite',
    file: join(shop.dataDir, 'shop.db'),
    synchronous: 'full',
  })
  const token = await issueFirstLink(database.db, member!.id, Date.now())
  await database.close()
  await page.goto(`/admin?link=${token}`)
  await staff.button('Sign in').click()
  await expect(staff.heading('Start your shop')).toBeVisible()
  await expect(page.getByRole('link', { name: 'First product' })).toBeVisible()
  await expectNoAxeViolations(page)
  await staff.logOut()
  await page.goto(`/admin?link=${token}`)
  await staff.button('Sign in').click()
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible()
  await staff.signIn()
  await staff.isOnDashboard()
})

test('a failed log-out is reported', async ({ staff, page, complaints }) => {
  complaints.expect(/ERR_FAILED|no answer/)
  await staff.openLogin()
  await staff.signIn()
  await staff.isOnDashboard()
  await page.route('**/api/staff/sign-out', (route) => route.abort())
  await staff.button('Logout').click()
  await expect(page.getByText('Failed to log out')).toBeVisible()
  await staff.isOnDashboard()
})

test('sign-in and sign-out work without a mouse', async ({ staff, page }) => {
  await staff.openLogin()
  await expect(staff.button('Sign in')).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Skip/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(staff.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(staff.password)
  await page.keyboard.press('Enter')
  await staff.isOnDashboard()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Skip/ })).toBeFocused()
  for (const stop of [
    page.getByRole('link', { name: 'Redemption, staff area' }),
    staff.button('Go to'),
    page.getByRole('button', { name: /^Menu/ }),
  ]) {
    await page.keyboard.press('Tab')
    await expect(stop).toBeFocused()
  }
  await page.keyboard.press('Enter')
  const links = page.getByRole('navigation', { name: 'Staff' }).getByRole('link')
  await expect(links).not.toHaveCount(0)
  for (const link of await links.all()) {
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(staff.button('Logout')).toBeFocused()
  await page.keyboard.press('Enter')
  await staff.isOnSignInPage()
})

test('the sign-in pages are accessible, and fit the screen', async ({ staff, page }) => {
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await staff.openLogin()
  await expectNoAxeViolations(page)
  await fits()
  await staff.button('Forgot your password?').click()
  await expect(page.getByLabel('Password')).toBeHidden()
  await expectNoAxeViolations(page)
  await staff.button('Back to login').click()
  await staff.signIn()
  await staff.isOnDashboard()
  await expectNoAxeViolations(page)
  await fits()
  await page.goto('/admin/account')
  await fits()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the sign-in page asks for JavaScript, and sends no password', async ({ page, complaints }) => {
    // Chromium reports scripts that it may not run as blocked by a policy.
    complaints.expect(/\/assets\/[^ ]+\.js: csp$/)
    await page.goto('/admin')
    const note = page.getByRole('paragraph').filter({ hasText: 'The staff area needs JavaScript.' })
    await expect(note).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
  })
})
