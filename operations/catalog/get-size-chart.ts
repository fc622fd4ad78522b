import * as charts from '#db/catalog/size-charts.ts'
import { categorySizes, type Category } from '#domain/catalog/category.ts'
import { inOrderOf, type SizeChart } from '#domain/catalog/size-chart.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { NO_SIZE_CHART } from '#domain/settings/size-chart.ts'
import { inTranslation, measurementThrough, type Begin } from '#domain/translations/own-texts.ts'
import { readSetting } from '#operations/saved-settings.ts'
import type { Shop } from '#operations/shop.ts'

/** The chart of a category, its rows in the order of the sizes; an empty one of version 0 when none was saved. */
export async function getSizeChart(
  { database: { db } }: Pick<Shop, 'database'>,
  category: Category,
): Promise<SizeChart> {
  const stored = await charts.findSizeChart(db, category)
  if (stored === null) return { ...NO_SIZE_CHART, category, version: 0 }
  const { categories } = (await readSetting(db, CATEGORIES_SETTING)).value
  return inOrderOf(stored.chart, categorySizes(categories, category))
}

/** The same as a page in a language shows it. */
export async function sizeChartInLanguage(
  shop: Shop,
  category: Category,
  language: string,
): Promise<SizeChart> {
  const [chart, translations] = await Promise.all([
    getSizeChart(shop, category),
    shop.savedSettings.translations(language).latest,
  ])
  const said = (begin: Begin) => chart.measurements.map((one) => measurementThrough(one, begin))
  return { ...chart, measurements: inTranslation(said, translations) }
}
