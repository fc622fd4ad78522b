import { DEMO_PRODUCTS } from '#demo/products.ts'
import { listSettings } from '#db/settings/settings.ts'
import { BRAND } from '#domain/settings/brand/brand.ts'
import { CHARGED_CURRENCY } from '#domain/settings/currency.ts'
import { PAGES } from '#domain/settings/pages.ts'
import { POLICIES } from '#domain/settings/policies.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { START } from '#domain/settings/start.ts'
import { isDefaultTaxRate, TAX } from '#domain/settings/tax.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** What a new shop needs before it sells, in the order in which it is best done. */
export const START_STEPS = [
  'name',
  'brand',
  'place',
  'taxes',
  'shipping',
  'mail',
  'payments',
  'pages',
  'backups',
  'product',
] as const

/** One of them. */
export type StartStep = (typeof START_STEPS)[number]

/** The settings that owners choose once, by step: done when one was ever saved, even as it was. */
const SAVED = {
  name: [SHOP_IDENTITY],
  brand: [BRAND],
  place: [CHARGED_CURRENCY],
  shipping: [SHIPPING],
  pages: [POLICIES, PAGES],
} as const satisfies Partial<Record<StartStep, readonly { name: string }[]>>

/** Which steps are done. */
export async function readStart(shop: Shop): Promise<Record<StartStep, boolean>> {
  const ofDemo = new Set(DEMO_PRODUCTS.map(({ id, name }) => `${id} ${name}`))
  const { db } = shop.database
  const [saved, tax, products] = await Promise.all([
    listSettings(db),
    currentSetting(shop, TAX),
    // Not from the catalogue, which may be down. One that was archived counts too.
    db
      .selectFrom('products')
      .select(['id', 'name'])
      .limit(DEMO_PRODUCTS.length + 1)
      .execute(),
  ])
  const isSaved = (step: keyof typeof SAVED) =>
    saved.some(({ name }) => SAVED[step].some((one) => one.name === name))
  const isConnected = (wanted: 'mail' | 'payments') => shop.connections.some(({ need }) => need === wanted)
  return {
    name: isSaved('name'),
    brand: isSaved('brand'),
    place: isSaved('place'),
    taxes: !isDefaultTaxRate(tax),
    shipping: isSaved('shipping'),
    mail: isConnected('mail'),
    payments: isConnected('payments'),
    pages: isSaved('pages'),
    backups: shop.backups !== null,
    product: products.some(({ id, name }) => !ofDemo.has(`${id} ${name}`)),
  }
}

/** How many steps are left; none once the owner has put the list away. */
export async function countStepsLeft(shop: Shop): Promise<number> {
  if (!(await currentSetting(shop, START)).shown) return 0
  return Object.values(await readStart(shop)).filter((isDone) => !isDone).length
}
