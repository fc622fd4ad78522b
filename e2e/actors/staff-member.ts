import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { DEFAULT_SHIPPING } from '#domain/checkout/shipping/shipping-tariff.ts'
import { findMails } from '#e2e/support/mails.ts'
import { STAFF, type RunningShop } from '#e2e/support/running-shop.ts'
import { untilHydrated, isShown } from './shopper.ts'

const BELOW_SETTINGS = new Set(['People', 'Connections', 'Monitoring', 'Backups'])

/** A staff member at the sign-in page, who uses it through its visible labels. */
export class StaffMember {
  readonly page: Page
  readonly email: string
  password: string

  constructor(page: Page, { email, password }: { email: string; password: string }) {
    this.page = page
    this.email = email
    this.password = password
  }

  /** The owner, signed in in another browser than the shopper's. */
  static async atAnotherDesk(browser: Browser, { url }: RunningShop): Promise<StaffMember> {
    const office = await browser.newContext({ baseURL: url })
    const staff = new StaffMember(await office.newPage(), STAFF)
    await staff.hasSignedIn()
    return staff
  }

  /** Adds a free pickup to the methods that the shop starts with. */
  async offersPickup(): Promise<void> {
    const [zone] = DEFAULT_SHIPPING.zones
    const pickup = { id: 'pickup', name: 'Pickup in Saskatoon', kind: 'pickup', steps: [] }
    const methods = [...zone!.methods, { ...zone!.methods[0], ...pickup }]
    const value = { ...DEFAULT_SHIPPING, pickupPlace: '12 Broadway Ave', zones: [{ ...zone, methods }] }
    const saved = await this.page.request.put('/api/staff/shipping', {
      data: { version: 0, value },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(saved.status()).toBe(200)
  }

  /** Has the test wallet shown on every page that may have wallets. */
  async offersTestWallet(): Promise<void> {
    await this.page.goto('/admin/settings/wallets')
    const wallet = this.page.getByLabel(/^Test wallet/)
    await untilHydrated(wallet)
    if (await wallet.isChecked()) return
    await wallet.check()
    await this.button('Save').click()
    await isShown(this.page.getByRole('region', { name: 'History' }).getByText('Test wallet').first())
  }

  /** Of 20 dollars, with its code. */
  async issuesGiftCard(): Promise<{ id: string; code: string }> {
    const { id } = await this.#post('/api/staff/gift-cards', { amount: 20_00, reason: 'A raffle' })
    const { code } = await this.#post(`/api/staff/gift-cards/${id}/code`, {})
    return { id: id!, code: code! }
  }

  async openLogin(): Promise<void> {
    await this.page.goto('/admin')
    await isShown(this.heading('Admin Login'))
  }

  async signIn({ email = this.email, password = this.password } = {}): Promise<void> {
    await untilHydrated(this.page.getByLabel('Email'))
    await this.page.getByLabel('Email').fill(email)
    await this.page.getByLabel('Password').fill(password)
    await this.button('Sign in').click()
  }

  /** Is signed in already, as after an earlier visit; nothing is open yet. */
  async hasSignedIn(): Promise<void> {
    const answer = await this.page.request.post('/api/staff/sign-in', {
      data: { email: this.email, password: this.password },
      headers: { 'sec-fetch-site': 'same-origin' },
      // The shop may close an idle connection just as this request takes it.
      maxRetries: 3,
    })
    expect(answer.status()).toBe(200)
  }

  /** Is signed in without the sign-in page, and opens the dashboard. */
  async opensDashboard(): Promise<void> {
    await this.hasSignedIn()
    await this.page.goto('/admin/dashboard')
    await this.isOnDashboard()
  }

  async isOnDashboard(): Promise<void> {
    await isShown(this.heading('Admin Dashboard'))
    await expect(this.page).toHaveURL(/\/admin\/dashboard$/)
    await expect(this.page.getByText(this.email)).toBeVisible()
  }

  async isOnSignInPage(): Promise<void> {
    await isShown(this.heading('Admin Login'))
    await expect(this.page).toHaveURL(/\/admin$/)
  }

  async isRefused(message: string): Promise<void> {
    await expect(this.page.getByRole('alert')).toHaveText(message)
  }

  async logOut(): Promise<void> {
    await this.button('Logout').click()
    await this.isOnSignInPage()
  }

  async asksForReset(email = this.email): Promise<void> {
    await this.button('Forgot your password?').click()
    await isShown(this.heading('Reset Password'))
    await this.page.getByLabel('Email').fill(email)
    await this.button('Send Reset Link').click()
  }

  async setsPassword(password: string): Promise<void> {
    await this.page.getByLabel('New password').fill(password)
    await this.button('Set new password').click()
  }

  /** The link of such a mail in the shop's outbox folder, the newest one; `but`: one that is known already. */
  async mailedLink(
    shop: RunningShop,
    page: 'reset' | 'invitation' | 'confirm-address' = 'reset',
    but = '',
  ): Promise<string> {
    let links: string[] = []
    const link = new RegExp(`https?:\\S+/admin/${page}\\?token=[\\w-]+`)
    await expect
      .poll(async () => {
        const mails = await findMails(shop.dataDir, `/admin/${page}?token=`)
        links = mails
          .filter(({ to }) => to?.some(({ address }) => address === this.email))
          .map(({ text }) => link.exec(text ?? '')?.[0] ?? '')
          .filter((mailed) => mailed !== but)
        return links.length
      })
      .toBeGreaterThan(0)
    return links.at(-1) ?? ''
  }

  /** Shows the links of the bar, which are in a menu on a small screen. */
  async opensMenu(): Promise<void> {
    const menu = this.page.getByRole('button', { name: /^Menu/ })
    if (await menu.isVisible()) await menu.click()
  }

  async goesTo(name: string): Promise<void> {
    const links = this.page.getByRole('navigation', { name: 'Staff' })
    const settings = this.page.getByRole('navigation', { name: 'Settings' })
    const isSetting = BELOW_SETTINGS.has(name)
    const link = links.getByRole('link', isSetting ? { name: 'Settings' } : { name, exact: name === 'Shop' })
    // Repeated, because the menu may have been that of the page that is being left.
    await expect(async () => {
      if (await link.isHidden()) await this.opensMenu()
      await link.click({ timeout: 5_000 })
    }).toPass()
    if (isSetting) await settings.getByRole('link', { name }).click()
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  async #post(path: string, data: object): Promise<Record<string, string>> {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await this.page.request.post(path, { data, headers })
    expect(answer.ok()).toBe(true)
    return (await answer.json()) as Record<string, string>
  }
}
