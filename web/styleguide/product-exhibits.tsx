import Picture from '#web/ui/picture.tsx'
import ProductCard from '#web/ui/product/product-card.tsx'
import ProductGrid from '#web/ui/product/product-grid.tsx'
import type { Exhibit } from './exhibit.ts'
import { HOODIE, LONG_NAMED, REDUCED, SOLD_OUT, TEE, UNPICTURED } from './samples.ts'

const NARROW = '18rem'
const card = (view: typeof HOODIE) => <ProductCard card={view} sizes={NARROW} />
const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...TEE, id: `tee-${at}` }))

export const PRODUCTS: Exhibit[] = [
  {
    of: 'web/ui/picture',
    states: [
      { name: 'picture', show: <Picture picture={HOODIE.picture} sizes={NARROW} /> },
      { name: 'none', show: <Picture picture={null} sizes={NARROW} /> },
      {
        name: 'does not load',
        show: <Picture picture={HOODIE.picture && { ...HOODIE.picture, src: '/pictures/none' }} sizes="" />,
      },
    ],
  },
  {
    of: 'web/ui/product/product-card',
    states: [
      { name: 'in stock', show: card(HOODIE) },
      { name: 'reduced', show: card(REDUCED) },
      { name: 'hover', look: 'hover', show: card(HOODIE) },
      { name: 'focus', look: 'focus', show: card(HOODIE) },
      { name: 'sold out', show: card(SOLD_OUT) },
      { name: 'no picture', show: card(UNPICTURED) },
      { name: 'very long', show: card(LONG_NAMED) },
    ],
  },
  {
    of: 'web/ui/product/product-grid',
    states: [
      { name: 'one', wide: true, show: <ProductGrid cards={[HOODIE]} /> },
      {
        name: 'mixed',
        wide: true,
        show: <ProductGrid cards={[HOODIE, SOLD_OUT, UNPICTURED, LONG_NAMED]} />,
      },
      { name: 'with a lead', wide: true, show: <ProductGrid lead cards={[HOODIE, ...many(8)]} /> },
    ],
  },
]
