import { categoryLabel } from '#domain/catalog/category-label.ts'
import { SHOP_PAGE_SIZE } from '#domain/catalog/shop-list.ts'
import type { ProductCardView } from '#web/page.ts'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import ProductGrid from '#web/ui/product/product-grid.tsx'
import { useWords } from '#web/ui/use-words.ts'
import Filters, { isFiltered, unfilteredAddress, type FilterChoices } from './filters.tsx'
import { shopAddress, type ShopQuery } from './shop-query.ts'
import styles from './shop-page.module.css'

export interface ShownProducts {
  choices: FilterChoices
  /** The number of matching products on all pages. */
  total: number
  cards: ProductCardView[]
  /** The query that was searched instead, because the typed one found nothing. */
  instead: string | null
  failed: boolean
}

interface Props extends ShownProducts {
  query: ShopQuery
  page: number
}

/** With fewer products, the large first card leaves gaps in the grid. On a full page it always fits. */
const MIN_FOR_A_LEAD = 9

/** The heading, the filters and the products of a page of the shop: links only, without state in the browser. */
export default function Products({ query, choices, total, page, cards, instead, failed }: Props) {
  const frameWords = useWords('frame')
  const words = useWords('shop')
  const searching = query.query !== ''
  const narrowed = searching || isFiltered(query)
  const leads = cards.length === SHOP_PAGE_SIZE || (!narrowed && page === 1 && cards.length >= MIN_FOR_A_LEAD)
  return (
    <>
      <div className={styles.head}>
        <div className={styles.trail}>
          <Breadcrumb trail={[{ label: frameWords.breadcrumbHome, href: '/' }, { label: words.shopAll }]} />
          {searching && (
            <a href={shopAddress({ ...query, query: '' })} className={styles.clear}>
              {words.clearSearch}
            </a>
          )}
        </div>
        <div className={styles.title}>
          <h1 className={narrowed ? styles.results : styles.everything}>{useHeading(query, choices)}</h1>
          {!failed && (
            <p id="count" tabIndex={-1} className={styles.count}>
              {words.items(total)}
            </p>
          )}
        </div>
        {instead !== null && <p>{words.instead(query.query, instead)}</p>}
      </div>
      {failed && (
        <p role="alert" className={styles.nothing}>
          {words.loadFailed}
        </p>
      )}
      {!failed && (narrowed || total > 0) && <Filters query={query} total={total} choices={choices} />}
      {!failed && cards.length === 0 && <Nothing query={query} total={total} />}
      {cards.length > 0 && <ProductGrid cards={cards} lead={leads} size={query.size} />}
    </>
  )
}

/** What is shown: the words of the specification, or the filters. */
function useHeading({ query, category, size }: ShopQuery, { categories }: FilterChoices): string {
  const words = useWords('shop')
  if (query !== '') return words.searchHeading(query)
  if (category === null && size === null) return words.heading
  const what = category === null ? words.everything : categoryLabel(categories, category)
  return size === null ? what : words.inSize(what, size)
}

function Nothing({ query, total }: { query: ShopQuery; total: number }) {
  const words = useWords('shop')
  const clear = <LinkButton href={unfilteredAddress(query)}>{words.clearFilters}</LinkButton>
  if (total > 0) {
    return (
      <div className={styles.nothing}>
        <p>{words.pastTheEnd}</p>
        <LinkButton href="/shop">{words.browseAll}</LinkButton>
      </div>
    )
  }
  if (query.query !== '') {
    return (
      <div className={styles.nothing}>
        <p className={styles.nothingFound}>{words.nothingFound(query.query)}</p>
        <p>{words.tryAgain}</p>
        <div className={styles.ways}>
          {isFiltered(query) && clear}
          <LinkButton href="/shop" tone={isFiltered(query) ? 'plain' : 'ink'}>
            {words.browseAll}
          </LinkButton>
        </div>
      </div>
    )
  }
  if (!isFiltered(query)) {
    return <p className={styles.nothing}>{words.emptyShop}</p>
  }
  return (
    <div className={styles.nothing}>
      <p className={styles.nothingFound}>{words.noMatch}</p>
      {clear}
    </div>
  )
}
