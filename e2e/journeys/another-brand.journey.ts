import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { cents } from '#domain/money.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { STAFF } from '#e2e/support/running-shop.ts'

const test = testInFreshShop()

const FIRST = /redemption|saskatoon|saskatchewan|regina|\bcanad(a|ian)\b|\bCAD\b|C\$/gi
const WORDMARK =
  '<svg viewBox="0 0 300 60"><path d="M0 0h60v60H0zM80 20h220v8H80zM80 36h160v8H80z" fill="#102a43"/></svg>'
const PICTURE = join(import.meta.dirname, '../../demo/pictures/emblem-tee-bone-front.jpg')
const ELSEWHERE = [
  '/about',
  '/nowhere',
  '/cart',
  '/feed.xml',
  '/llms.txt',
  '/robots.txt',
  '/site.webmanifest',
  '/admin',
  '/api/nowhere',
]
const PRODUCTS = ['Fjord Tee', 'Fjord Hoodie', 'Skerry Cap', 'Birch Pant', 'Harbor Sock', 'Ferry Tote']

test('an owner makes the shop Nordic Row of Berlin, by its screens alone, and nothing is left of the first brand @desktop', async ({
  page,
  shop,
  shopper,
  complaints,
}) => {
  test.slow()
  page.setDefaultTimeout(20_000)
  complaints.expect(/404|410/)
  const owner = new StaffMember(page, STAFF)
  await owner.hasSignedIn()
  const save = async () => {
    await owner.button('Save').click()
    await expect(page.getByRole('status').getByText(/ saved/)).toBeVisible()
  }
  const setting = async (name: string, fields: Record<string, string>) => {
    await page.goto(`/admin/settings/${name}`)
    for (const [label, text] of Object.entries(fields)) {
      const field = page.getByRole('main').getByLabel(label, { exact: true })
      const isChoice = (await field.evaluate((element) => element.tagName)) === 'SELECT'
      await (isChoice ? field.selectOption({ label: text }) : field.fill(text))
    }
  }

  await setting('shop', { 'Shop name': 'Nordic Row', Address: 'Torstrasse 1, 10119 Berlin, Germany' })
  await save()
  await setting('brand', {
    Ground: '#ffffff',
    Ink: '#102a43',
    Accent: '#0b6e4f',
    Corners: 'Round',
    Typefaces: 'Space Grotesk and DM Sans: technical',
  })
  await page
    .getByLabel('Wordmark', { exact: true })
    .setInputFiles({ name: 'row.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(WORDMARK) })
  await expect(page.getByText('A drawing, sharp at every size')).toBeVisible()
  await save()
  await setting('contact', {
    Email: 'hello@row.example',
    Phone: '+49 30 5550100',
    Instagram: '@nordicrow',
    TikTok: '',
    'X (Twitter)': '',
  })
  await save()
  await setting('time-zone', { 'Time zone': 'Europe/Berlin' })
  await save()
  await setting('currency', { Currency: 'euros (EUR)' })
  await save()
  await page.goto('/admin/settings/tax')
  const home = page.getByRole('group', { name: 'Where the shop is' })
  await home.getByRole('combobox', { name: 'Country' }).selectOption('Germany')
  await owner.button('Use these rates').click()
  await save()
  await page.goto('/admin/settings/shipping')
  await page.getByLabel('Name of the method').fill('Parcel')
  await page.getByLabel('Price (EUR)', { exact: true }).fill('4.90')
  await save()
  await setting('home-page', { Words: 'Made for wind', Heading: 'New' })
  await save()
  await setting('policies', {
    'Privacy policy': '# What we keep\n\nYour address, to send you what you order.',
    'Delivery and returns': 'We send from Berlin.\n\n# Returns\n\nWithin 30 days.',
  })
  await save()
  await setting('mails', { 'Sender’s name': 'Nordic Row', Footer: 'Nordic Row, Berlin' })
  await save()

  const writes = async (name: string, text: string, last = true) => {
    const parts = page.getByRole('list', { name: 'Parts of the page' })
    await page.getByLabel('Name', { exact: true }).first().fill(name)
    await parts.getByRole('textbox', { name: 'Heading' }).first().fill(name)
    await parts.getByRole('textbox', { name: 'Text', exact: true }).first().fill(text)
    if (last) await page.getByLabel('Draft: only staff see it').uncheck()
    await save()
  }
  await page.goto('/admin/pages')
  await owner.button('Delete About').click()
  await expect(owner.button('Delete About')).toBeHidden()
  for (const [name, text] of [
    ['Our yard', 'Four people and a sewing room by the Spree.'],
    ['Questions', 'Write to us.'],
    ['Imprint', 'Nordic Row, Torstrasse 1, 10119 Berlin.'],
    ['Terms', 'German law applies.'],
  ] as const) {
    await page.goto('/admin/pages/new')
    await writes(name, text)
  }
  await page.goto('/admin/settings/menus')
  const footer = page.getByRole('list', { name: 'Footer' })
  await footer.getByRole('textbox', { name: 'Words' }).first().fill('Our yard')
  await footer.getByLabel('Leads to').first().fill('/pages/our-yard')
  await page.getByRole('button', { name: /^Add a link.*Footer/ }).click()
  await footer.getByRole('textbox', { name: 'Words' }).last().fill('Imprint')
  await footer.getByLabel('Leads to').last().fill('/pages/imprint')
  await save()

  await page.goto('/admin/start')
  await owner.button('Remove').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Removed: 16 demo products.')).toBeVisible()
  await page.goto('/admin/dashboard')
  for (const name of PRODUCTS) await adds(owner, name)
  await page.goto('/admin/start')
  for (const step of ['Name', 'Brand', 'Currency', 'Taxes', 'Shipping', 'Pages', 'First product'])
    await expect(page.getByRole('listitem').filter({ hasText: step }).getByText('Done')).toBeVisible()

  await shopper.isAboutToPayFor({ id: 'fjord-tee', name: 'Fjord Tee', price: cents(45_00) })
  await page.getByLabel('City').fill('Berlin')
  await page.getByLabel('Postal code').fill('10119')
  // Whoever pays before the shop has priced another country is asked to look at the price first.
  const priced = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/cart/price') && (response.request().postData() ?? '').includes('"DE"'),
  )
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Germany')
  await priced
  await shopper.payWith('pays')
  await shopper.isThanked()
  expect(await whatIsLeft(page, shop.dataDir)).toEqual([])
})

async function adds(owner: StaffMember, name: string): Promise<void> {
  await owner.button('Add New Product').click()
  const form = owner.page.getByRole('dialog', { name: 'Add New Product' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel(/^Price \(EUR/).fill('45')
  await form.getByLabel('Stock', { exact: true }).fill('12')
  await form.getByLabel('Category').selectOption('Shirts')
  await form.getByLabel('Description').fill('Woven in Saxony.')
  await form.getByRole('checkbox', { name: 'M', exact: true }).check()
  await form.getByLabel(/^Choose images/).setInputFiles(PICTURE)
  await expect(form.getByLabel('Alt text of image 1')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

/** Where a word of the first brand still stands, with what is around it. */
async function whatIsLeft(page: Page, dataDir: string): Promise<string[]> {
  const left: string[] = []
  // A visitor may choose any currency and any country, and staff may have any address.
  const look = (where: string, text: string) => {
    const shown = text.replaceAll(/<option.*?<\/option>|"currencyChoices":\[.*?\]|[\w.]+@[\w.]+/g, '')
    for (const { index } of shown.matchAll(FIRST))
      left.push(`${where}: ${shown.slice(Math.max(0, index - 80), index + 40)}`)
  }
  const read = async (path: string) => look(path, await (await page.request.get(path)).text())
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)</g)].map(([, path = '']) => path)
  expect(listed.length).toBeGreaterThan(10)
  for (const path of [...listed, ...ELSEWHERE]) await read(path)
  await expect.poll(async () => (await findMails(dataDir, '')).length).toBeGreaterThan(0)
  const mails = await findMails(dataDir, '')
  for (const { subject, text, html, from } of mails)
    look(`mail: ${subject}`, [subject, text, html, from?.name].join('\n'))
  const [, link = ''] = /https?:\/\/[^/\s]+(\/order\S*)/.exec(mails.map(({ text }) => text).join('\n')) ?? []
  await read(link)
  await read(`/admin/orders/${/R-[\w-]+/.exec(link)?.[0]}/packing-slip`)
  return left
}
