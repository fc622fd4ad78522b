import type { CartLine } from '#domain/checkout/cart.ts'
import { cents } from '#domain/money.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { PictureView, ProductCardView } from '#web/page.ts'

export const LONG_NAME =
  'Redemption Wears Red heavyweight garment-dyed double-knit hooded pullover, winter edition Donaudampfschifffahrtsgesellschaft'

export const LONG_TEXT =
  'The supplier answered: UnprocessableEntity_INVALID_VALUE_FOR_COLUMN_Price_in_table_Products_of_base_appXXXXXXXXXXXXXX, and said no more.'

/** A picture of the demo catalogue, served from its folder. */
export function samplePicture(name: string, alt: string): PictureView {
  return { alt, width: 1600, height: 2000, placeholder: '', src: `/demo/pictures/${name}.jpg`, sources: [] }
}

export const HOODIE: ProductCardView = {
  id: 'wears-red-hoodie',
  name: 'Wears Red Hoodie',
  price: '$118.00',
  picture: samplePicture('emblem-hoodie-black-front', 'Hoodie, front'),
  outOfStock: false,
}

export const TEE: ProductCardView = {
  id: 'emblem-tee',
  name: 'Emblem Tee',
  price: '$48.00',
  picture: samplePicture('emblem-tee-bone-front', 'Tee, front'),
  outOfStock: false,
}

export const REDUCED: ProductCardView = { ...TEE, id: 'reduced', name: 'Reduced Tee', before: '$64.00' }

export const SOLD_OUT: ProductCardView = {
  ...TEE,
  id: 'sold-out',
  name: 'Sold Out Tee',
  outOfStock: true,
  mark: 'Out of Stock',
}

export const UNPICTURED: ProductCardView = { ...TEE, id: 'unpictured', name: 'No picture', picture: null }

export const LONG_NAMED: ProductCardView = {
  ...HOODIE,
  id: 'long-named',
  name: LONG_NAME,
  price: 'NGN 1,234,567,890.00',
}

export function sampleLine(name: string, size: Size, quantity: number, dollars: number): CartLine {
  const imageUrls = name === LONG_NAME ? [] : ['/demo/pictures/emblem-tee-bone-front.jpg']
  return {
    product: { id: `sample-${quantity}`, name, price: cents(dollars * 100), imageUrls },
    quantity,
    selectedSize: size,
  }
}
