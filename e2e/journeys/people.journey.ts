import type { Browser, Page } from '@playwright/test'
import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF, type RunningShop } from '#e2e/support/running-shop.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { codeOfApp } from '#e2e/actors/authenticator-app.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

// One shop for all of them.
test.describe.configure({ mode: 'default' })

const DANA = { email: 'dana@redemption.example', password: 'packs at night' }
const CLEO = { email: 'cleo@redemption.example', password: 'packs with care' }

/** Another person at their own browser. */
async function newBrowser(browser: Browser, shop: RunningShop): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url })
  return context.newPage()
}

test('an owner invites a packer, makes her a manager, and disables her account', async ({
  page,
  browser,
  shop,
  complaints,
}) => {
  complaints.expect(/409/)
  const owner = new StaffMember(page, STAFF)
  await owner.opensDashboard()
  await owner.goesTo('People')
  const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email })
  await expect(rowOf(STAFF.email)).toContainText('The only owner: cannot be changed')

  const email = page.getByRole('textbox', { name: 'Email' })
  await expect(owner.button('Send invitation')).toBeEnabled()
  await email.fill(STAFF.email)
  await owner.button('Send invitation').click()
  await expect(email).toHaveAccessibleDescription(
    /staff@redemption.example is already on the staff, as an owner\./,
  )
  await email.fill('Cleo@Redemption.example')
  await expect(page.getByRole('radio', { name: 'Packer' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Invitation sent to ${CLEO.email}.`)).toBeVisible()
  await expect(email).toBeFocused()
  await expect(rowOf(CLEO.email)).toContainText('Invited')
  await owner.button(`Resend to ${CLEO.email}`).click()
  await expect(page.getByText(`Invitation resent to ${CLEO.email}.`)).toBeVisible()
  await expectFineAtBothSizes(page, 'people')

  const hers = await newBrowser(browser, shop)
  const cleo = new StaffMember(hers, CLEO)
  await hers.goto(await cleo.mailedLink(shop, 'invitation'))
  await expect(hers.getByText('staff@redemption.example has invited you to join as a packer.')).toBeVisible()
  await expect(cleo.button('Accept the invitation')).toBeEnabled()
  await hers.getByLabel('Choose a password').fill('password')
  await cleo.button('Accept the invitation').click()
  await expect(hers.getByText('This is one of the most common passwords.')).toBeVisible()
  await expectFineAtBothSizes(hers, 'people')
  await hers.getByLabel('Choose a password').fill(CLEO.password)
  await cleo.button('Accept the invitation').click()
  await expect(cleo.heading('Orders')).toBeVisible()

  await page.reload()
  await expect(rowOf(CLEO.email)).toContainText('Active')
  await expect(rowOf(CLEO.email)).toContainText('1 open')
  await owner.button(`Change role of ${CLEO.email}`).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Manager' }).check()
  await expectFineAtBothSizes(page, 'people')
  await owner.button('Save role').click()
  await expect(page.getByText(`${CLEO.email} is now a manager.`)).toBeVisible()
  await hers.goto('/admin/overview')
  await cleo.isOnSignInPage()
  await cleo.signIn()
  await cleo.isOnDashboard()
  await hers.goto('/admin/overview')
  await expect(cleo.heading('Overview')).toBeVisible()
  await hers.goto('/admin/people')
  await expect(hers.getByText('doesn’t have access to this page')).toBeVisible()

  await owner.button(`Disable ${CLEO.email}`).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    `${CLEO.email} will be signed out everywhere right away`,
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(rowOf(CLEO.email)).toContainText('Disabled')
  await hers.goto('/admin/overview')
  await cleo.isOnSignInPage()
  await cleo.signIn()
  await cleo.isRefused('This account has been disabled')
  await hers.context().close()

  await page.reload()
  await expect(page.getByRole('region', { name: 'Recent changes' })).toContainText(
    `Changed ${CLEO.email} from a packer to a manager`,
  )
})

test('an owner resets the second factor of a packer who has lost her phone', async ({
  page,
  browser,
  shop,
  complaints,
}) => {
  complaints.expect(/401/)
  const owner = new StaffMember(page, STAFF)
  await owner.opensDashboard()
  await owner.goesTo('People')
  const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email })
  await expect(owner.button('Send invitation')).toBeEnabled()
  await page.getByRole('textbox', { name: 'Email' }).fill(DANA.email)
  await owner.button('Send invitation').click()
  await expect(page.getByText(`Invitation sent to ${DANA.email}.`)).toBeVisible()

  const hers = await newBrowser(browser, shop)
  const dana = new StaffMember(hers, DANA)
  await hers.goto(await dana.mailedLink(shop, 'invitation'))
  await expect(dana.button('Accept the invitation')).toBeEnabled()
  await hers.getByLabel('Choose a password').fill(DANA.password)
  await dana.button('Accept the invitation').click()
  await expect(dana.heading('Orders')).toBeVisible()
  await hers.goto('/admin/account')
  const section = hers.getByRole('region', { name: 'Two-step verification' })
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeEnabled()
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByLabel('Your password').fill(DANA.password)
  await section.getByRole('button', { name: 'Continue' }).click()
  const open = (await section.getByRole('link', { name: 'open the app' }).getAttribute('href')) ?? ''
  const secret = new URL(open).searchParams.get('secret') ?? ''
  await section.getByRole('textbox', { name: 'Code' }).fill(codeOfApp(secret))
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(hers.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await dana.button('I’ve saved them').click()
  await dana.logOut()
  await dana.signIn()
  await expect(dana.heading('Two-step verification')).toBeVisible()

  await page.reload()
  await expect(owner.button(`Reset the second factor of ${DANA.email}`)).toBeEnabled()
  await owner.button(`Reset the second factor of ${DANA.email}`).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(`Make sure that it is really ${DANA.email} asking`)
  await expectFineAtBothSizes(page, 'people')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText(`${DANA.email} can sign in with the password alone.`)).toBeVisible()
  await expect(owner.button(`Reset the second factor of ${DANA.email}`)).toBeHidden()
  await expect(rowOf(DANA.email)).toContainText('None')

  await dana.openLogin()
  await dana.signIn()
  await expect(dana.heading('Orders')).toBeVisible()
  await hers.context().close()
})
