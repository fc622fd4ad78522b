import { setTimeout } from 'node:timers/promises'
import { findCategory } from '#domain/catalog/category.ts'
import type { Picture, Product } from '#domain/catalog/product.ts'
import type { CsvCell } from '#domain/csv.ts'
import { shopifyRows } from '#domain/import/shopify-rows.ts'
import { walkProducts } from '#db/import/walk-products.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { PicturesBusy } from '#providers/images/image-store.ts'

const PICTURE_ATTEMPTS = 60
const PICTURE_PAUSE_MS = 1_000

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

/** The pictures of the products that are exported. */
export async function findPicturesOfProducts({ database }: Shop): Promise<Pick<Picture, 'key' | 'width'>[]> {
  const found: Pick<Picture, 'key' | 'width'>[] = []
  for await (const products of walkProducts(database.db))
    for (const { key, width } of products.flatMap(({ pictures }) => pictures)) found.push({ key, width })
  return found
}

/** A picture in its largest width, once shoppers leave time for it. */
export async function* readPicture({ images }: Shop, key: string, width: number): AsyncGenerator<Uint8Array> {
  for (let left = PICTURE_ATTEMPTS; ; left -= 1) {
    try {
      const file = await images.find(key, images.widthsFor(width).at(-1) ?? 640, 'webp')
      if (file !== null) yield* file.stream()
      return
    } catch (error) {
      if (!(error instanceof PicturesBusy) || left === 0) throw error
      await setTimeout(PICTURE_PAUSE_MS)
    }
  }
}
