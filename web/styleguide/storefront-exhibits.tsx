import { useRef } from 'react'
import { cents } from '#domain/money.ts'
import { CATEGORIES } from '#domain/catalog/category.ts'
import { SIZES } from '#domain/catalog/size.ts'
import Suggestions from '#web/frame/suggestions.tsx'
import BankStep from '#web/storefront/checkout/gateways/test-gateway/bank-step.tsx'
import Footer from '#web/storefront/footer/footer.tsx'
import NewsletterBox from '#web/storefront/home/newsletter-box.tsx'
import Gallery from '#web/storefront/product/gallery.tsx'
import ProductDetails from '#web/storefront/product/product-details.tsx'
import RelatedProducts from '#web/storefront/product/related-products.tsx'
import SizeChange from '#web/storefront/product/size-change.tsx'
import SizeChartTable from '#web/ui/product/size-chart.tsx'
import type { SizeChartView } from '#web/views/catalog/size-chart-view.ts'
import SizeSelector from '#web/storefront/product/size-selector.tsx'
import SaleTerms from '#web/storefront/sale-terms.tsx'
import SoldOut from '#web/storefront/product/sold-out.tsx'
import Filters from '#web/storefront/shop/filters.tsx'
import PageLinks from '#web/storefront/shop/page-links.tsx'
import type { ShopQuery } from '#web/storefront/shop/shop-query.ts'
import type { Exhibit } from './exhibit.ts'
import {
  HOODIE,
  LONG_NAME,
  LONG_NAMED,
  LONG_TEXT,
  samplePicture,
  SOLD_OUT,
  TEE,
  UNPICTURED,
} from './samples.ts'

const none = () => {}
const everything: ShopQuery = { query: '', sort: 'newest', category: null, size: null }
const choices = { categories: CATEGORIES, sizes: SIZES }
const narrowed: ShopQuery = { query: '', sort: 'price-asc', category: 'Hoodies', size: 'XL' }

const offered = (...available: string[]) =>
  SIZES.map((size) => ({ size, available: available.includes(size) }))

const chart: SizeChartView = {
  measurements: ['Chest', 'Length', 'Sleeve from the middle of the neck'],
  rows: SIZES.map((size, at) => ({
    size,
    lengths: [
      { cm: String(50 + 2 * at), inches: `${20 + at}¼` },
      { cm: String(66 + 2 * at), inches: String(26 + at) },
      at === 5 ? null : { cm: '61.5', inches: '24¼' },
    ],
  })),
}

const pictures = ['front', 'back', 'detail'].map((side) =>
  samplePicture(`emblem-hoodie-black-${side}`, `Hoodie, ${side}`),
)

function SampleSuggestions({ cards }: { cards: (typeof HOODIE)[] }) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <Suggestions
      list={list}
      query="hoodie"
      suggested={{ answered: 'hoodie', suggestions: cards }}
      onChoose={none}
    />
  )
}

export const STOREFRONT: Exhibit[] = [
  {
    of: 'web/storefront/product/size-selector',
    states: [
      {
        name: 'all sizes',
        show: (
          <form>
            <SizeSelector sizes={offered(...SIZES)} chosen="M" onChoose={none} />
          </form>
        ),
      },
      {
        name: 'some are gone',
        show: (
          <form>
            <SizeSelector sizes={offered('S', 'L')} chosen="L" onChoose={none} />
          </form>
        ),
      },
      {
        name: 'hover',
        look: 'hover',
        show: (
          <form>
            <SizeSelector sizes={offered(...SIZES)} chosen="M" onChoose={none} />
          </form>
        ),
      },
      { name: 'sold out', show: <SizeSelector sizes={offered()} chosen={null} onChoose={none} /> },
      {
        name: 'one size',
        show: (
          <form>
            <SizeSelector sizes={offered('M')} chosen="M" oneSize="One size" onChoose={none} />
          </form>
        ),
      },
    ],
  },
  {
    of: 'web/storefront/product/size-change',
    states: [{ name: 'closed', show: <SizeChange available={SIZES} chosen="XS" onChoose={none} /> }],
  },
  {
    of: 'web/storefront/product/sold-out',
    states: [
      { name: 'as it is', show: <SoldOut category={{ label: 'Hoodies', href: '/shop?category=Hoodies' }} /> },
    ],
  },
  {
    of: 'web/storefront/sale-terms',
    states: [
      { name: 'as it is', show: <SaleTerms /> },
      { name: 'where things can be returned', show: <SaleTerms notFinal /> },
    ],
  },
  {
    of: 'web/storefront/product/gallery',
    states: [
      { name: 'three pictures', wide: true, show: <Gallery pictures={pictures} /> },
      { name: 'one picture', wide: true, show: <Gallery pictures={pictures.slice(0, 1)} /> },
      { name: 'no picture', wide: true, show: <Gallery pictures={[]} /> },
    ],
  },
  {
    of: 'web/storefront/product/product-details',
    states: [
      { name: 'without a chart', show: <ProductDetails product={{}} /> },
      {
        name: 'very long',
        wide: true,
        show: <ProductDetails product={{ description: LONG_TEXT, sizeChart: chart }} />,
      },
    ],
  },
  {
    of: 'web/ui/product/size-chart',
    states: [{ name: 'measured', wide: true, show: <SizeChartTable chart={chart} /> }],
  },
  {
    of: 'web/storefront/product/related-products',
    states: [{ name: 'three', wide: true, show: <RelatedProducts cards={[HOODIE, SOLD_OUT, LONG_NAMED]} /> }],
  },
  {
    of: 'web/storefront/shop/filters',
    states: [
      { name: 'everything', wide: true, show: <Filters choices={choices} query={everything} total={126} /> },
      { name: 'narrowed', wide: true, show: <Filters choices={choices} query={narrowed} total={1} /> },
    ],
  },
  {
    of: 'web/storefront/shop/page-links',
    states: [
      { name: 'first', show: <PageLinks query={everything} page={1} pages={3} /> },
      { name: 'in between', show: <PageLinks query={everything} page={2} pages={3} /> },
      { name: 'last', show: <PageLinks query={everything} page={3} pages={3} /> },
    ],
  },
  {
    of: 'web/frame/suggestions',
    states: [
      { name: 'none', show: <SampleSuggestions cards={[]} /> },
      {
        name: 'five',
        wide: true,
        show: <SampleSuggestions cards={[HOODIE, TEE, SOLD_OUT, UNPICTURED, LONG_NAMED]} />,
      },
    ],
  },
  {
    of: 'web/storefront/home/newsletter-box',
    states: [{ name: 'idle', wide: true, show: <NewsletterBox /> }],
  },
  {
    of: 'web/storefront/footer/footer',
    states: [
      {
        name: 'two profiles',
        wide: true,
        show: (
          <Footer
            rateNote={null}
            offersWithdrawal
            year={2026}
            social={['Instagram', LONG_NAME].map((label) => ({ label, href: '#top' }))}
          />
        ),
      },
      {
        name: 'an old rate, whose source must be credited',
        wide: true,
        show: (
          <Footer
            rateNote={{
              currency: 'EUR',
              day: 'September 29, 2026',
              attribution: { label: 'Rates By Exchange Rate API', href: '#top' },
            }}
            offersWithdrawal={false}
            year={2026}
            social={[{ label: 'Instagram', href: '#top' }]}
          />
        ),
      },
    ],
  },
  {
    of: 'web/storefront/checkout/gateways/test-gateway/bank-step',
    states: [
      { name: 'asks', alone: true, show: <BankStep total={cents(14_536)} onAnswer={none} /> },
      { name: 'asks about a card', alone: true, show: <BankStep total={null} onAnswer={none} /> },
    ],
  },
]
