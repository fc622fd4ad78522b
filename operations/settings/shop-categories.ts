import type { ShopCategory } from '#domain/catalog/category.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import type { Shop } from '#operations/shop.ts'

/** The categories of the shop with their sizes, in their order, hidden ones too. */
export async function readCategories({
  savedSettings,
}: Pick<Shop, 'savedSettings'>): Promise<readonly ShopCategory[]> {
  return (await savedSettings.latest(CATEGORIES_SETTING)).value.categories
}

/** The same as far as it is known without waiting for the database. */
export function cachedCategories({ savedSettings }: Pick<Shop, 'savedSettings'>): readonly ShopCategory[] {
  return savedSettings.known(CATEGORIES_SETTING).value.categories
}
