import { centsFromDollars, formatCents } from '#domain/money.ts'
import type { Picture, Product } from '#domain/catalog/product.ts'
import type { PictureView } from '#web/page.ts'

/** A stored picture, with the addresses that show it. */
export interface StaffPicture extends Picture {
  view: PictureView
}

/** A product as staff see and edit it. Prices in dollars, as in the form: `118.00`. */
export interface StaffProduct extends Omit<
  Product,
  'id' | 'price' | 'compareAt' | 'pictures' | 'createdAt' | 'updatedAt'
> {
  id: string
  price: string
  compareAt: string | null
  pictures: StaffPicture[]
  outOfStock: boolean
}

/** `C$1,118.00`: the price of the catalogue, in the format of orders. */
export function catalogPrice({ price }: Pick<StaffProduct, 'price'>): string {
  return formatCents(centsFromDollars(Number(price)) ?? 0)
}

/** One page of the list: how many match in all, the number of this page, from 1, and the cursor after it. */
export interface StaffProductPage {
  products: StaffProduct[]
  total: number
  page: number
  pages: number
  next: string | null
}
