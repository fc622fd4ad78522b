import { decimalDollars } from '#domain/money.ts'
import { isOutOfStock, type Picture, type Product } from '#domain/catalog/product.ts'
import { STAFF_PAGE_SIZE } from '#domain/catalog/staff-list.ts'
import { categoriesWithLabel } from '#domain/catalog/search/search.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import type { ImageStore } from '#providers/images/image-store.ts'
import { pageOf, type ListPlace } from '#web/views/list-cursor.server.ts'
import type { ListQuery } from './staff-products-query.ts'
import type { StaffPicture, StaffProduct, StaffProductPage } from './staff-product.ts'
import { pictureView } from './picture-view.server.ts'

/** A picture with everything that the form needs to show it and to send it back. */
export function staffPicture(images: ImageStore, picture: Picture): StaffPicture {
  return { ...picture, view: pictureView(images, picture) }
}

/** A product as staff see it. */
export function staffProduct(images: ImageStore, product: Product): StaffProduct {
  const { price, compareAt, pictures, createdAt: _created, updatedAt: _updated, ...shown } = product
  return {
    ...shown,
    price: decimalDollars(price),
    compareAt: compareAt === null ? null : decimalDollars(compareAt),
    pictures: pictures.map((picture) => staffPicture(images, picture)),
    outOfStock: isOutOfStock(product),
  }
}

/** The requested page of the list, or the last one when there are fewer; or the newest products `after` a place. */
export async function findStaffProducts(
  { catalog, images, savedSettings }: Pick<Shop, 'catalog' | 'images' | 'savedSettings'>,
  query: ListQuery,
  { after, limit = STAFF_PAGE_SIZE }: { after?: ListPlace | undefined; limit?: number | undefined } = {},
): Promise<StaffProductPage> {
  const sort = after ? 'newest' : query.sort
  const called = categoriesWithLabel(await readCategories({ savedSettings }), query.q)
  const list = (page: number) =>
    catalog.listForStaff({
      ...query,
      called,
      sort,
      after,
      limit: limit + 1,
      offset: after ? 0 : (page - 1) * limit,
    })
  let { page } = query
  let found = await list(page)
  const pages = Math.max(1, Math.ceil(found.total / limit))
  if (page > pages) {
    page = pages
    found = await list(page)
  }
  const { shown, next } = pageOf(found.products, limit)
  const products = shown.map((product) => staffProduct(images, product))
  return { products, total: found.total, page, pages, next: sort === 'newest' ? next : null }
}
