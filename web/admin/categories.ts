import { createContext, use } from 'react'
import { CATEGORIES, type ShopCategory } from '#domain/catalog/category.ts'

/** The categories of the shop, with their sizes, for the screens of products. */
export const CategoriesContext = createContext<readonly ShopCategory[]>(CATEGORIES)

/** The categories of the shop, hidden ones too. */
export function useCategories(): readonly ShopCategory[] {
  return use(CategoriesContext)
}
