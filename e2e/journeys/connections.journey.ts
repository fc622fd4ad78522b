import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test as journey } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { startShopCopy } from '#e2e/support/shop-copy.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import {
  RATES_KEY,
  startExchangerateServer,
  type ExchangerateServer,
} from '#test/fakes/exchangerate-server.ts'

/** A shop with exchange rates from outside. */
const test = journey.extend<object, { rates: ExchangerateServer }>({
  rates: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = await startExchangerateServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ rates }, use) => {
      const shop = await startShopCopy({
        EXCHANGERATE_API_KEY: RATES_KEY,
        EXCHANGERATE_API_BASE: rates.url,
      })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('an owner sees what each supplier does, tries one, and reads what it says when it fails', async ({
  page,
  rates,
}) => {
  const staff = new StaffMember(page, STAFF)
  await staff.openLogin()
  await staff.signIn()
  await staff.isInside()
  await staff.goesTo('Connections')
  await expect(staff.heading('Connections')).toBeVisible()

  const mail = page.getByRole('region', { name: 'Mail' })
  await expect(mail).toContainText('Built in')
  await expect(mail).toContainText('Mails are written to files; nobody receives them.')
  await expect(mail.getByRole('button')).toHaveCount(0)

  const section = page.getByRole('region', { name: 'Exchange rates' })
  await expect(section).toContainText('exchangerate-api.com')
  await expect(section).toContainText('Working since')
  const tryIt = section.getByRole('button', { name: /^Test now/ })
  await tryIt.press('Enter')
  await expect(section.getByRole('status')).toHaveText(
    'It works. 4 rates of 2026-11-21: one Canadian dollar is 0.71 US dollars.',
  )
  await expectNoAxeViolations(page)

  await rates.disturb({ status: 403, body: { result: 'error', 'error-type': 'invalid-key' } })
  await tryIt.click()
  const words = 'exchangerate-api.com answered 403: the key is not valid'
  await expect(section.getByRole('status')).toHaveText(`It is not working. ${words}`)
  await expect(section).toContainText('Failing since')
  await expect(section.getByText(words)).toHaveCount(1)
  await expect(tryIt).toBeFocused()
  await expect(page.locator('body')).not.toContainText(RATES_KEY)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page, 'connections')

  await page.reload()
  await expect(section).toContainText(`Error: ${words}`)
  await staff.opensMenu()
  await expect(page.getByRole('link', { name: 'Connections 1 failing' })).toBeVisible()
  await rates.disturb(null)
})
