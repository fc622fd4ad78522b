import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { fillShop, type BusyOrder } from '#e2e/support/busy-shop.ts'
import { startShopCopy, type ShopKind } from '#e2e/support/shops.ts'
import { settle, test as shots } from '#e2e/support/shots.ts'
import { CARDS } from '#e2e/actors/shopper.ts'

const FOLDER = join(import.meta.dirname, '../../docs/pictures')

const to = (address: string, city: string, country: string, region: string, postal: string) => ({
  address,
  city,
  country,
  region,
  postal,
})
const paid = { units: 1, card: CARDS.pays, note: '' }

const ORDERS: readonly BusyOrder[] = [
  { ...paid, name: 'Noor Haddad', product: 'blackletter', to: to('88 Queen St W', 'Toronto', 'CA', 'Ontario', 'M5V 2T6') },
  { ...paid, name: 'Ben Tootoosis', product: 'cap', units: 2 },
  { ...paid, name: 'Mei Tanaka', product: 'beanie', to: to('1-2-3 Umeda', 'Osaka', 'JP', '', '530-0001') },
  { ...paid, name: 'Ada Prairie', product: 'wears red hoodie', to: to('1440 Albert St', 'Regina', 'CA', 'Saskatchewan', 'S4P 3Y2') },
  { ...paid, name: 'Luca Moretti', product: 'tote', to: to('720 9 Ave SW', 'Calgary', 'CA', 'Alberta', 'T2P 1J9') },
  { ...paid, name: 'Grace Bell', product: 'emblem', to: to('1005 SW Burnside St', 'Portland', 'US', 'Oregon', '97205') },
  { ...paid, name: 'Sam Okafor', product: 'crew sock', units: 3, to: to('345 Robson St', 'Vancouver', 'CA', 'British Columbia', 'V6B 1A1') },
  { ...paid, name: 'Ines Roy', product: 'sweatpant', to: to('4100 Boul. Saint-Laurent', 'Montréal', 'CA', 'Quebec', 'H2X 1Y4') },
  { ...paid, name: 'Theo Clarke', product: 'short', card: null, to: to('7 Park Row', 'Leeds', 'GB', 'West Yorkshire', 'LS1 4AP') },
]

/** A separate shop: other screenshots add products and orders with very long names. */
const README: ShopKind = {
  isRare: true,
  async open() {
    const shop = await startShopCopy()
    await fillShop(shop, ORDERS)
    return { shop, supplier: null, close: () => shop.stop() }
  },
}

const test = shots.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  kind: async ({}, use) => use(README),
})

/** The pictures that the README opens with, small: `shop.webp` of a desktop, `shop-phone.webp` of a phone. */
async function keep(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  if (width !== 360 && width !== 1440) return
  await settle(page)
  mkdirSync(FOLDER, { recursive: true })
  const taken = sharp(await page.screenshot({ animations: 'disabled' }))
  const [file, kept] = width === 360 ? [`${name}-phone.webp`, 360] : [`${name}.webp`, 1200]
  await taken.resize({ width: kept }).webp({ quality: 78, effort: 6 }).toFile(join(FOLDER, file))
}

test('README: the shop', async ({ page, complaints }) => {
  complaints.expect(/./)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(page.viewportSize()?.width === 360 ? '/product/wears-red-hoodie' : '/shop')
  await keep(page, 'shop')
})

test('README: the staff area', async ({ page, staff, complaints }) => {
  complaints.expect(/./)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/admin/orders?state=to-fulfil')
  await expect(staff.heading('Orders')).toBeVisible()
  await keep(page, 'staff')
})
