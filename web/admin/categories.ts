import { createContext, use } from 'react'
import type { ChartChoice } from '#operations/catalog/get-size-chart.ts'
import { CATEGORIES, type ShopCategory } from '#domain/catalog/category.ts'

/** The categories of the shop, with their sizes, for the screens of products. */
export const CategoriesContext = createContext<readonly ShopCategory[]>(CATEGORIES)

/** The categories of the shop, hidden ones too. */
export function useCategories(): readonly ShopCategory[] {
  return use(CategoriesContext)
}

/** The size charts that products may name, for the same screens. */
export const ChartsContext = createContext<readonly ChartChoice[]>([])

/** The size charts that products may name. */
export function useCharts(): readonly ChartChoice[] {
  return use(ChartsContext)
}
