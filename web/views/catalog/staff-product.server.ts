import { decimalDollars } from '#domain/money.ts'
import { isOutOfStock, type Picture, type Product } from '#domain/catalog/product.ts'
import type { Category } from '#domain/catalog/category.ts'
import { STAFF_PAGE_SIZE, type ProductFilter, type ProductSort } from '#domain/catalog/staff-list.ts'
import type { ProductId } from '#domain/ids.ts'
import { MAX_SELECTED } from '#domain/list-filter.ts'
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

/** The ids of the first products of a list, to be selected: at most `first`, and never more than can be. */
export async function staffProductIds(
  { catalog, savedSettings }: Pick<Shop, 'catalog' | 'savedSettings'>,
  list: ProductFilter & { sort?: ProductSort | undefined },
  first = MAX_SELECTED,
): Promise<ProductId[]> {
  const called = await categoriesCalled({ savedSettings }, list.q ?? '')
  return catalog.idsForStaff({ ...list, sort: list.sort ?? 'newest', called, limit: first, offset: 0 })
}

async function categoriesCalled(shop: Pick<Shop, 'savedSettings'>, q: string): Promise<Category[]> {
  return categoriesWithLabel(await readCategories(shop), q)
}

/** The requested page of the list, or the last one when there are fewer; or the newest products `after` a place. */
export async function findStaffProducts(
  { catalog, images, savedSettings }: Pick<Shop, 'catalog' | 'images' | 'savedSettings'>,
  query: ListQuery,
  { after, limit = STAFF_PAGE_SIZE }: { after?: ListPlace | undefined; limit?: number | undefined } = {},
): Promise<StaffProductPage> {
  const sort = after ? 'newest' : query.sort
  const called = await categoriesCalled({ savedSettings }, query.q)
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
