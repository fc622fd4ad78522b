import { CATEGORIES } from '#domain/catalogue/category.ts'
import { SHOP_PAGE_SIZE } from '#domain/catalogue/shop-list.ts'
import type { FrameProps, ProductCardView } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import ProductGrid from '#web/ui/product-grid.tsx'
import Filters, { isFiltered, itemsWords, unfilteredAddress } from './filters.tsx'
import Pages from './pages.tsx'
import { shopAddress, type ShopQuery } from './shop-query.ts'
import styles from './shop-page.module.css'

export interface ShopPageProps {
  frame: FrameProps
  query: ShopQuery
  /** The number of matching products on all pages. */
  total: number
  page: number
  pages: number
  cards: ProductCardView[]
  /** What was searched for, because the query as it was typed found nothing. */
  instead: string | null
  failed: boolean
}

/** With fewer products, the large first card leaves gaps in the grid. On a full page it always fits. */
const FEWEST_FOR_A_LEAD = 9

export default function ShopPage({
  frame,
  query,
  total,
  page,
  pages,
  cards,
  instead,
  failed,
}: ShopPageProps) {
  const searching = query.query !== ''
  const narrowed = searching || isFiltered(query)
  const leads =
    cards.length === SHOP_PAGE_SIZE || (!narrowed && page === 1 && cards.length >= FEWEST_FOR_A_LEAD)
  return (
    <PageFrame {...frame}>
      <div className={styles.head}>
        <div className={styles.trail}>
          <Breadcrumb trail={[{ label: 'Home', href: '/' }, { label: 'Shop All' }]} />
          {searching && (
            <a href={shopAddress({ ...query, query: '' })} className={styles.clear}>
              Clear Search
            </a>
          )}
        </div>
        <div className={styles.title}>
          <h1 className={narrowed ? styles.results : styles.everything}>{headingOf(query)}</h1>
          {!failed && (
            <p id="count" tabIndex={-1} className={styles.count}>
              {itemsWords(total)}
            </p>
          )}
        </div>
        {instead !== null && (
          <p>
            Nothing is called &quot;{query.query}&quot;. This is what we found for &quot;{instead}&quot;.
          </p>
        )}
      </div>
      {failed && (
        <p role="alert" className={styles.nothing}>
          Failed to load products. Please try again later.
        </p>
      )}
      {!failed && (narrowed || total > 0) && <Filters query={query} total={total} />}
      {!failed && cards.length === 0 && <Nothing query={query} total={total} />}
      {cards.length > 0 && <ProductGrid cards={cards} lead={leads} size={query.size} />}
      {pages > 1 && cards.length > 0 && <Pages query={query} page={page} pages={pages} />}
    </PageFrame>
  )
}

/** What is shown: the words of the specification, or the filters. */
function headingOf({ query, category, size }: ShopQuery): string {
  if (query !== '') return `SEARCH RESULTS FOR "${query}"`
  if (category === null && size === null) return 'SHOP ALL'
  const what = CATEGORIES.find(({ value }) => value === category)?.label ?? 'Everything'
  return size === null ? what : `${what} in size ${size}`
}

function Nothing({ query, total }: { query: ShopQuery; total: number }) {
  const clear = <LinkButton href={unfilteredAddress(query)}>Clear filters</LinkButton>
  if (total > 0) {
    return (
      <div className={styles.nothing}>
        <p>The list ends before this page.</p>
        <LinkButton href="/shop">Browse All Products</LinkButton>
      </div>
    )
  }
  if (query.query !== '') {
    return (
      <div className={styles.nothing}>
        <p className={styles.nothingFound}>No products found for &quot;{query.query}&quot;</p>
        <p>Try adjusting your search terms or browse all products.</p>
        <div className={styles.ways}>
          {isFiltered(query) && clear}
          <LinkButton href="/shop" tone={isFiltered(query) ? 'plain' : 'ink'}>
            Browse All Products
          </LinkButton>
        </div>
      </div>
    )
  }
  if (!isFiltered(query)) {
    return <p className={styles.nothing}>There is nothing in the shop yet. Come back soon.</p>
  }
  return (
    <div className={styles.nothing}>
      <p className={styles.nothingFound}>Nothing here fits these filters right now.</p>
      {clear}
    </div>
  )
}
