import { findSizeChart, listChartUses, listOwnCharts, type ChartUse } from '#db/catalog/size-charts.ts'
import { categorySizes, findCategory, type Category } from '#domain/catalog/category.ts'
import type { Product } from '#domain/catalog/product.ts'
import { SIZES, type Size } from '#domain/catalog/size.ts'
import {
  hasMeasurements,
  inOrderOf,
  ownChartKey,
  type ChartKey,
  type SizeChart,
} from '#domain/catalog/size-chart.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { NO_SIZE_CHART } from '#domain/settings/size-chart.ts'
import { inTranslation, measurementThrough, type Begin } from '#domain/translations/own-texts.ts'
import { readSetting } from '#operations/saved-settings.ts'
import type { Shop } from '#operations/shop.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'

/** What a chart is of: a category, or products that name it. */
export interface ChartSubject {
  key: ChartKey
  label: string
  /** The category whose sizes it measures; it may be removed. */
  sizesOf: Category
  sizes: readonly Size[]
  /** The handle by which products name it; null: it is the chart of a category. */
  handle: string | null
}

/** What the shop may have charts of: every category, then the charts that products may name. */
export async function listChartSubjects(
  shop: Pick<Shop, 'database' | 'savedSettings'>,
): Promise<ChartSubject[]> {
  const [categories, own] = await Promise.all([readCategories(shop), listOwnCharts(shop.database.db)])
  return [
    ...categories.map(({ value, label, sizes }) => ({
      key: value,
      label,
      sizesOf: value,
      sizes,
      handle: null,
    })),
    ...own.map(({ handle, name, sizesOf }) => ({
      key: ownChartKey(handle),
      label: name,
      sizesOf,
      sizes: findCategory(categories, sizesOf)?.sizes ?? SIZES,
      handle,
    })),
  ]
}

/** What the chart with this key is of; undefined: there is neither such a category nor such a chart. */
export async function findChartSubject(
  shop: Pick<Shop, 'database' | 'savedSettings'>,
  key: ChartKey,
): Promise<ChartSubject | undefined> {
  return (await listChartSubjects(shop)).find((one) => one.key === key)
}

/** A chart with its rows in the order of the sizes; an empty one of version 0 when none was saved. */
export async function getSizeChart(
  { database: { db } }: Pick<Shop, 'database'>,
  key: ChartKey,
): Promise<SizeChart> {
  const stored = await findSizeChart(db, key)
  if (stored === null) return { ...NO_SIZE_CHART, category: key, version: 0 }
  const { categories } = (await readSetting(db, CATEGORIES_SETTING)).value
  return inOrderOf(stored.chart, categorySizes(categories, stored.sizesOf || key))
}

/** The chart of a product as a page in a language shows it: the one it names once that has something to show. */
export async function sizeChartInLanguage(
  shop: Shop,
  { category, sizeChart }: Pick<Product, 'category' | 'sizeChart'>,
  language: string,
): Promise<SizeChart> {
  const [named, translations] = await Promise.all([
    sizeChart === '' ? null : getSizeChart(shop, ownChartKey(sizeChart)),
    shop.savedSettings.translations(language).latest,
  ])
  const chart = named !== null && hasMeasurements(named) ? named : await getSizeChart(shop, category)
  const said = (begin: Begin) => chart.measurements.map((one) => measurementThrough(one, begin))
  return { ...chart, measurements: inTranslation(said, translations) }
}

/** A chart as a product names it. */
export interface ChartChoice {
  /** The handle. */
  value: string
  label: string
}

/** The charts that products may name, by their names. */
export async function listChartChoices({ database: { db } }: Pick<Shop, 'database'>): Promise<ChartChoice[]> {
  return (await listOwnCharts(db)).map(({ handle, name }) => ({ value: handle, label: name }))
}

/** The products that name charts, deleted ones too. */
export async function readChartUses(
  { database: { db } }: Pick<Shop, 'database'>,
  handle?: string,
): Promise<ChartUse[]> {
  return listChartUses(db, handle)
}
