import { decimalDollars } from '#domain/money.ts'
import { isOutOfStock, type Picture, type Product } from '#domain/catalog/product.ts'
import { STAFF_PAGE_SIZE } from '#domain/catalog/staff-list.ts'
import { categoriesWithLabel } from '#domain/catalog/search/search.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import type { ImageStore } from '#providers/images/image-store.ts'
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

/** The requested page of the list, or the last one when there are fewer. */
export async function findStaffProducts(
  { catalog, images, savedSettings }: Pick<Shop, 'catalog' | 'images' | 'savedSettings'>,
  query: ListQuery,
): Promise<StaffProductPage> {
  const { q, category, stock, sort, archived } = query
  const called = categoriesWithLabel(await readCategories({ savedSettings }), q)
  const list = (page: number) =>
    catalog.listForStaff({
      query: q,
      called,
      sort,
      archived: archived !== '',
      ...(category !== '' && { category }),
      ...(stock !== '' && { stock }),
      limit: STAFF_PAGE_SIZE,
      offset: (page - 1) * STAFF_PAGE_SIZE,
    })
  let { page } = query
  let found = await list(page)
  const pages = Math.max(1, Math.ceil(found.total / STAFF_PAGE_SIZE))
  if (page > pages) {
    page = pages
    found = await list(page)
  }
  const products = found.products.map((product) => staffProduct(images, product))
  return { products, total: found.total, page, pages }
}
