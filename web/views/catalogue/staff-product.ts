import type { Picture, Product } from '#domain/catalogue/product.ts'
import type { PictureView } from '#web/page.ts'

/** A picture as it is stored, with its display addresses. */
export interface StaffPicture extends Picture {
  view: PictureView
}

/** A product as staff see and edit it. `price` in dollars, as the form value: `118.00`. */
export interface StaffProduct extends Pick<
  Product,
  'id' | 'name' | 'category' | 'description' | 'stock' | 'sizes' | 'version' | 'archivedAt'
> {
  price: string
  pictures: StaffPicture[]
  outOfStock: boolean
}

/** One page of the list, with the total number of matches and the page number, from 1. */
export interface StaffProductPage {
  products: StaffProduct[]
  total: number
  page: number
  pages: number
}
