import { categoryLabel } from '#domain/catalog/category-label.ts'
import { SHOP_PAGE_SIZE } from '#domain/catalog/shop-list.ts'
import { Fragment } from 'react'
import type { PolicySection } from '#domain/settings/policies.ts'
import type { PictureView, ProductCardView } from '#web/page.ts'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import Picture from '#web/ui/picture.tsx'
import { PolicyBlocks } from '#web/ui/policy-lines.tsx'
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
  /** Of the collection that they are. */
  name?: string
  above?: CollectionOpening
}

/** What a collection shows above its products. */
export interface CollectionOpening {
  sections: PolicySection[]
  picture: PictureView | null
  /** What staff read while not everyone sees it. */
  preview?: string
}

interface Props extends ShownProducts {
  query: ShopQuery
  page: number
}

/** With fewer products, the large first card leaves gaps in the grid. On a full page it always fits. */
const MIN_FOR_A_LEAD = 9

/** The heading, the filters and the products of a page of the shop: links only, without state in the browser. */
export default function Products(props: Props) {
  const { query, choices, total, page, cards, instead, failed, name, above } = props
  const frameWords = useWords('frame')
  const words = useWords('shop')
  const searching = query.query !== ''
  const narrowed = searching || isFiltered(query)
  const leads = cards.length === SHOP_PAGE_SIZE || (!narrowed && page === 1 && cards.length >= MIN_FOR_A_LEAD)
  return (
    <>
      <div className={styles.head}>
        <div className={styles.trail}>
          <Breadcrumb
            trail={[
              { label: frameWords.breadcrumbHome, href: '/' },
              ...(name === undefined ? [] : [{ label: words.shopAll, href: '/shop' }]),
              { label: name ?? words.shopAll },
            ]}
          />
          {searching && (
            <a href={shopAddress({ ...query, query: '' })} className={styles.clear}>
              {words.clearSearch}
            </a>
          )}
        </div>
        <div className={styles.title}>
          <h1 className={narrowed || name !== undefined ? styles.results : styles.everything}>
            {useHeading(props)}
          </h1>
          {!failed && (
            <p id="count" tabIndex={-1} className={styles.count}>
              {words.items(total)}
            </p>
          )}
        </div>
        {instead !== null && <p>{words.instead(query.query, instead)}</p>}
      </div>
      {!narrowed && page === 1 && above && <Opening {...above} />}
      {failed && (
        <p role="alert" className={styles.nothing}>
          {words.loadFailed}
        </p>
      )}
      {!failed && (narrowed || total > 0) && <Filters query={query} total={total} choices={choices} />}
      {!failed && cards.length === 0 && <Nothing {...props} />}
      {cards.length > 0 && <ProductGrid cards={cards} lead={leads} size={query.size} />}
    </>
  )
}

function Opening({ sections, picture, preview }: CollectionOpening) {
  return (
    <>
      {preview !== undefined && (
        <p role="status" className={styles.preview}>
          {preview}
        </p>
      )}
      {sections.length > 0 && (
        <div className={styles.words}>
          {sections.map(({ line, heading, blocks }) => (
            <Fragment key={line}>
              {heading !== '' && <h2>{heading}</h2>}
              <PolicyBlocks blocks={blocks} />
            </Fragment>
          ))}
        </div>
      )}
      {picture && (
        <div className={styles.banner}>
          <Picture picture={picture} sizes="100vw" first />
        </div>
      )}
    </>
  )
}

/** What is shown: the words of the specification, or the filters. */
function useHeading({ query: { query, category, size }, choices: { categories }, name }: Props): string {
  const words = useWords('shop')
  if (query !== '') return words.searchHeading(query)
  if (category === null && size === null) return name ?? words.heading
  const what = category === null ? (name ?? words.everything) : categoryLabel(categories, category)
  return size === null ? what : words.inSize(what, size)
}

function Nothing({ query, total, name }: Props) {
  const words = useWords('shop')
  const clear = <LinkButton href={unfilteredAddress(query)}>{words.clearFilters}</LinkButton>
  const isEmptyCollection = name !== undefined && !isFiltered(query)
  if (total > 0 || isEmptyCollection) {
    return (
      <div className={styles.nothing}>
        <p>{total > 0 ? words.pastTheEnd : words.emptyCollection}</p>
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
