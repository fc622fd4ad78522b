import { isGiftCard } from './gift-amounts.ts'
import { isPreorder } from './preorder.ts'
import { isOutOfStock, type Picture, type Product } from './product.ts'

/** What lists show of a product: its card. */
export interface ListedProduct extends Pick<Product, 'id' | 'name' | 'price' | 'compareAt'> {
  /** The first one; null when the product has none. */
  picture: Picture | null
  outOfStock: boolean
  /** What can be bought of it is sold before it is made. */
  isPreorder: boolean
  /** Its price is the least of several. */
  isGiftCard: boolean
}

/** What a list shows of this product. */
export function listedProduct(product: Product): ListedProduct {
  const { id, name, price, compareAt, pictures } = product
  return {
    id,
    name,
    price,
    compareAt,
    picture: pictures[0] ?? null,
    outOfStock: isOutOfStock(product),
    isPreorder: isPreorder(product),
    isGiftCard: isGiftCard(product),
  }
}
