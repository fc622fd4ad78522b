import FitSummary, { FitOfSizes, FitWordList } from '#web/ui/product/fit-figures.tsx'
import { toFitAnswerId } from '#domain/ids.ts'
import Picture from '#web/ui/picture.tsx'
import ProductCard from '#web/ui/product/product-card.tsx'
import ProductGrid from '#web/ui/product/product-grid.tsx'
import type { FitFigures } from '#domain/fit/fit.ts'
import type { Exhibit } from './exhibit.ts'
import { HOODIE, LONG_NAMED, LONG_TEXT, REDUCED, SOLD_OUT, TEE, UNPICTURED } from './samples.ts'

const NARROW = '18rem'
const card = (view: typeof HOODIE) => <ProductCard card={view} sizes={NARROW} />
const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...TEE, id: `tee-${at}` }))

const SMALL: FitFigures = { verdict: 'small', percent: { small: 31, true: 60, large: 9 }, answers: 35 }
const TRUE: FitFigures = { verdict: 'true', percent: { small: 0, true: 100, large: 0 }, answers: 5 }
const LARGE: FitFigures = { verdict: 'large', percent: { small: 2, true: 37, large: 61 }, answers: 12_048 }
const MIXED: FitFigures = { verdict: 'mixed', percent: { small: 40, true: 20, large: 40 }, answers: 10 }
const ofSizes = (...of: [string, FitFigures][]) => (
  <FitOfSizes all={SMALL} sizes={of.map(([size, figures]) => ({ size, figures }))} />
)

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
    of: 'web/ui/product/fit-figures',
    states: [
      { name: 'runs small', show: <FitSummary {...SMALL} /> },
      { name: 'true to size', show: <FitSummary {...TRUE} /> },
      { name: 'runs large', show: <FitSummary {...LARGE} /> },
      { name: 'varies', show: <FitSummary {...MIXED} /> },
      { name: 'by size', wide: true, show: ofSizes(['S', SMALL], ['M', TRUE], ['XXL', LARGE]) },
      { name: 'no size with enough answers', wide: true, show: ofSizes() },
      {
        name: 'words',
        wide: true,
        show: (
          <FitWordList
            list={[
              {
                id: toFitAnswerId('0'),
                words: 'Heavier than I thought. I took one size up.',
                name: 'Ada',
                size: 'M',
                fit: 'small',
              },
              { id: toFitAnswerId('1'), words: LONG_TEXT, name: '', size: 'XXL', fit: 'true' },
              {
                id: toFitAnswerId('2'),
                words: 'Boxy.\n\nJust as I like it.',
                name: 'Kim',
                size: 'S',
                fit: 'large',
              },
            ]}
          />
        ),
      },
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
