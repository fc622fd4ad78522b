import type { Room } from './exhibit.ts'
import { FIELDS } from './field-exhibits.tsx'
import { PIECES } from './ui-exhibits.tsx'
import { PRODUCTS } from './product-exhibits.tsx'
import { CART } from './cart-exhibits.tsx'
import { STAFF } from './staff-exhibits.tsx'
import { STOREFRONT } from './storefront-exhibits.tsx'

/** The contents of the styleguide, in order. */
export const ROOMS: readonly Room[] = [
  { name: 'Small pieces', exhibits: PIECES },
  { name: 'Fields', exhibits: FIELDS },
  { name: 'Products', exhibits: PRODUCTS },
  { name: 'Cart', exhibits: CART },
  { name: 'Storefront', exhibits: STOREFRONT },
  { name: 'Staff area', exhibits: STAFF },
]
