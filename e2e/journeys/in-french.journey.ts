import type { Page } from '@playwright/test'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { CARDS, isSettled, untilHydrated } from '#e2e/actors/shopper.ts'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'
import { findMails } from '#e2e/support/mails.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { SHOP_SCREENS } from '#e2e/support/screens.ts'

const test = testInFreshShop()

const inFrench = (path: string) => `/fr${path === '/' ? '' : path}`

async function speakFrench(page: Page): Promise<void> {
  const owner = new StaffMember(page, STAFF)
  await owner.hasSignedIn()
  await page.goto('/admin/settings/languages')
  const french = page.getByRole('checkbox', { name: 'French' })
  if (await french.isChecked()) return
  await untilHydrated(french)
  await french.check()
  await owner.button('Save').click()
  await expect(page.getByRole('status').getByText(/ saved/)).toBeVisible()
}

test('an owner offers French, and a shopper buys in French from the home page to the email @phone', async ({
  page,
  shop,
  shopper,
  records,
}) => {
  test.slow()
  await speakFrench(page)
  await page.goto('/')
  const french = page.getByRole('link', { name: 'Français' })
  await expect(french).toHaveAttribute('href', '/fr')
  await french.click()
  await page.waitForURL(/\/fr$/)
  await expectNoAxeViolations(page)
  await page.getByRole('main').getByRole('link', { name: 'TOUT VOIR' }).click()
  await expect(shopper.heading('TOUT VOIR')).toBeVisible()
  await expectNoAxeViolations(page)

  const search = page.getByRole('button', { name: 'Rechercher', exact: true })
  await untilHydrated(search)
  await search.click()
  await page.getByPlaceholder('Rechercher des produits...').fill('wears red hood')
  const suggestion = page.getByRole('dialog').getByRole('link', { name: /Wears Red Hoodie/ })
  await expect(suggestion).toContainText('124,00\u00A0$')
  await suggestion.click()
  await expect(shopper.heading('Wears Red Hoodie')).toBeVisible()
  expect(new URL(page.url()).pathname).toMatch(/^\/fr\/product\//)
  await expectNoAxeViolations(page)
  const size = page.getByRole('radio', { name: /^(Taille )?L\b/ })
  await untilHydrated(size)
  await size.check()
  await page.getByRole('button', { name: 'AJOUTER AU PANIER' }).click()
  const panel = page.getByRole('dialog', { name: 'Panier', exact: true })
  await expect(panel).toContainText('124,00\u00A0$ CAD')
  await expectNoAxeViolations(page)
  await panel.getByRole('link', { name: 'Passer à la caisse' }).click()
  await expect(shopper.heading('Caisse')).toBeVisible()

  await isSettled(page)
  await page.getByLabel('Adresse courriel', { exact: true }).fill(shopper.email)
  for (const [label, text] of Object.entries({
    Téléphone: '514 555 0142',
    'Nom complet': 'Sam Tremblay',
    Adresse: '12, rue Saint-Denis',
    Ville: 'Montréal',
    'Code postal': 'H2X 1Y4',
  })) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await page.getByRole('combobox', { name: 'Pays' }).selectOption('CA')
  await page.getByRole('combobox', { name: 'Province' }).selectOption('Quebec')
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page, 'the checkout in French')
  await page.getByLabel('Numéro de carte').fill(CARDS.pays)
  await page.getByLabel(/expiration/i).fill('04 / 39')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Payer maintenant' }).click()
  await page.waitForURL(/\/fr\/thank-you$/, { timeout: 20_000 })
  await expectNoAxeViolations(page)

  await expect.poll(() => records.ordersOf(shopper.email)).toHaveLength(1)
  const [order] = await records.ordersOf(shopper.email)
  await page.getByRole('link', { name: 'Voir votre commande' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA')
  await expect(page.getByRole('main')).toContainText('Wears Red Hoodie')
  await expectNoAxeViolations(page)
  await expect.poll(() => findMails(shop.dataDir, order?.number ?? '')).toHaveLength(2)
  const mails = await findMails(shop.dataDir, order?.number ?? '')
  expect(mails.map(({ subject }) => subject).join()).toContain('commande')
})

test('no page in French is wider than the screen @phone', async ({ page, complaints }) => {
  test.slow()
  complaints.expect(/404/)
  await speakFrench(page)
  for (const { what, at } of SHOP_SCREENS) {
    await page.goto(inFrench(at))
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA')
    await isSettled(page)
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoAxeViolations(page)
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page, `${what} in French at ${width}`)
    }
    await page.setViewportSize({ width: 360, height: 740 })
  }
})

test.describe('A browser in French', () => {
  test.use({ locale: 'fr-CA' })

  test('is offered French once, and keeps the choice @phone', async ({ page, shop, context }) => {
    await speakFrench(page)
    await page.goto('/shop?q=tee')
    const offer = page.getByRole('complementary', { name: 'Français' })
    await expect(offer).toBeVisible()
    await isSettled(page)
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page, 'the offer of French')
    await offer.getByRole('button', { name: 'Non merci' }).click()
    await expect(offer).toBeHidden()
    await page.reload()
    await isSettled(page)
    await expect(offer).toBeHidden()
    await page.getByRole('link', { name: 'Français' }).click()
    await page.waitForURL(/\/fr\/shop\?q=tee$/)
    await expect(page.getByRole('complementary', { name: 'English' })).toBeHidden()

    const other = await context.newPage()
    await other.goto(`${shop.url}/product/wears-red-hoodie?from=elsewhere`)
    await other.waitForURL(/\/fr\/product\/wears-red-hoodie\?from=elsewhere$/)
    await other.getByRole('link', { name: 'English' }).click()
    await other.waitForURL(/:\d+\/product\/wears-red-hoodie$/)
    await expect(other.locator('html')).toHaveAttribute('lang', 'en-CA')
  })
})

test('a browser in English is offered nothing @phone', async ({ page }) => {
  await speakFrench(page)
  await page.goto('/shop')
  await isSettled(page)
  await expect(page.getByRole('complementary', { name: 'Français' })).toBeHidden()
})
