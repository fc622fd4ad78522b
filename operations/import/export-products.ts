import { findCategory } from '#domain/catalog/category.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { CsvCell } from '#domain/csv.ts'
import { shopifyRows } from '#domain/import/shopify-rows.ts'
import { walkProducts } from '#db/import/walk-products.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'

/** The products as rows of Shopify's file, oldest first, in batches: drafts and coming ones too, deleted ones not. */
export async function* exportProducts(shop: Shop): AsyncGenerator<CsvCell[][]> {
  const categories = await readCategories(shop)
  const addressOf = (key: string, width: number) => {
    const url = shop.images.url(key, shop.images.widthsFor(width).at(-1) ?? 640, 'webp')
    return url.startsWith('/') ? `${shop.settings.publicUrl}${url}` : url
  }
  for await (const products of walkProducts(shop.database.db)) {
    yield products.flatMap((product: Product) =>
      shopifyRows(product, {
        category: findCategory(categories, product.category)?.label ?? product.category,
        addressOf,
      }),
    )
  }
}
