import type { ExhibitGroup } from './exhibit.ts'
import { FIELDS } from './field-exhibits.tsx'
import { UI_EXHIBITS } from './ui-exhibits.tsx'
import { PRODUCTS } from './product-exhibits.tsx'
import { CART } from './cart-exhibits.tsx'
import { STAFF } from './staff-exhibits.tsx'
import { STOREFRONT } from './storefront-exhibits.tsx'

/** The contents of the styleguide, in order. */
export const EXHIBIT_GROUPS: readonly ExhibitGroup[] = [
  { name: 'Small pieces', exhibits: UI_EXHIBITS },
  { name: 'Fields', exhibits: FIELDS },
  { name: 'Products', exhibits: PRODUCTS },
  { name: 'Cart', exhibits: CART },
  { name: 'Storefront', exhibits: STOREFRONT },
  { name: 'Staff area', exhibits: STAFF },
]
