import { findSizeChart, listOwnCharts } from '#db/catalog/size-charts.ts'
import type { Picture } from '#domain/catalog/product.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { PAGES } from '#domain/settings/pages.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import type { Setting } from '#domain/settings/setting.ts'
import { SETTINGS } from '#domain/settings/settings.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { readSetting } from '#operations/saved-settings.ts'
import type { Shop } from '#operations/shop.ts'
import { readCategories } from './shop-categories.ts'

async function readSettings({ database: { db } }: Shop): Promise<Record<string, object>> {
  const all = [...SETTINGS, SHIPPING, PROMOTIONS, PAGES, COLLECTIONS, DROPS] as readonly Setting<object>[]
  const saved = await Promise.all(all.map((setting) => readSetting(db, setting)))
  return Object.fromEntries(all.map(({ name }, at) => [name, saved[at]!.value]))
}

/** The settings by their names, and the size charts by their categories or own names, as JSON. */
export async function* exportSettings(shop: Shop): AsyncGenerator<string> {
  const charts: Record<string, object | null> = {}
  for (const { value } of await readCategories(shop))
    charts[value] = (await findSizeChart(shop.database.db, value))?.chart ?? null
  for (const { chart, sizesOf } of await listOwnCharts(shop.database.db))
    charts[chart.category] = { ...chart, sizesOf }
  yield JSON.stringify({ settings: await readSettings(shop), sizeCharts: charts }, null, 2)
}

/** The pictures of the home page, of pages and of whatever else is set. */
export async function findPicturesOfSettings(shop: Shop): Promise<Pick<Picture, 'key' | 'width'>[]> {
  return picturesIn(await readSettings(shop))
}

function picturesIn(value: unknown): Pick<Picture, 'key' | 'width'>[] {
  if (typeof value !== 'object' || value === null) return []
  const { key, width, placeholder } = value as Partial<Record<string, unknown>>
  if (typeof key === 'string' && typeof width === 'number' && placeholder !== undefined)
    return [{ key, width }]
  return Object.values(value).flatMap(picturesIn)
}
