import { toProductId } from '#domain/ids.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import type { PromotionNames } from './promotion-words.ts'

/** What these promotions refer to, and what a promotion can refer to besides products. */
export async function promotionNames(shop: Shop, promotions: readonly Promotion[]): Promise<PromotionNames> {
  const ids = new Set(promotions.flatMap((one) => [...productsIn(one)]))
  const [products, categories, { zones }] = await Promise.all([
    ids.size === 0 ? [] : shop.catalog.findMany([...ids].map(toProductId)),
    readCategories(shop),
    currentSetting(shop, SHIPPING),
  ])
  return {
    products: Object.fromEntries(products.map(({ id, name }) => [id, name])),
    categories: Object.fromEntries(categories.map(({ value, label }) => [value, label])),
    methods: Object.fromEntries(
      zones.flatMap((zone) =>
        zone.methods.map(({ id, name }) => [id, zones.length > 1 ? `${name} (${zone.name})` : name]),
      ),
    ),
    timeZone: shop.settings.timeZone,
  }
}

/** The ids of the products that a part of a promotion names. */
function* productsIn(part: object): Generator<string> {
  for (const [key, value] of Object.entries(part) as [string, unknown][]) {
    if (key === 'products') yield* value as string[]
    else if (typeof value === 'object' && value !== null) yield* productsIn(value)
  }
}
