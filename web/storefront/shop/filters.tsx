import { categoryLabel } from '#domain/catalog/category-label.ts'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './filters.module.css'
import { shopAddress, sortsOf, type ShopQuery } from './shop-query.ts'

/** What the shop can be filtered by; without categories in a collection. */
export interface FilterChoices {
  categories: readonly { value: string; label: string }[]
  sizes: readonly string[]
}

interface Props {
  query: ShopQuery
  total: number
  choices: FilterChoices
}

/**
 * The filters and sort orders of the shop: each choice is a link to the address that shows it. On a phone they stay
 * open from choice to choice, because a browser opens a disclosure that the fragment of the address leads into.
 */
export default function Filters({ query, total, choices: { categories, sizes } }: Props) {
  const words = useWords('shop')
  const catalog = useWords('catalogue')
  return (
    <nav aria-label={words.filterAndSort} className={styles.filters}>
      <details className={styles.disclosure}>
        <summary>{words.filterAndSort}</summary>
        <div id="filters" className={styles.groups}>
          {categories.length > 0 && (
            <Choices
              id="choose-category"
              label={words.category}
              query={query}
              choices={[
                { label: words.allCategories, change: { category: null } },
                ...categories.map(({ value, label }) => ({ label, change: { category: value } })),
              ]}
            />
          )}
          <Choices
            id="choose-size"
            label={words.size}
            query={query}
            choices={[
              { label: words.anySize, change: { size: null } },
              ...sizes.map((size) => ({ label: size, change: { size } })),
            ]}
          />
          <Choices
            id="choose-sort"
            label={words.sort}
            query={query}
            choices={sortsOf(query).map(({ value }) => ({
              label: catalog.sorts[value],
              change: { sort: value },
            }))}
          />
          {total > 0 && (
            <a href="#count" className={styles.show}>
              {words.show(total)}
            </a>
          )}
        </div>
      </details>
      {isFiltered(query) && <Chosen query={query} categories={categories} />}
    </nav>
  )
}

export function isFiltered({ category, size }: ShopQuery): boolean {
  return category !== null || size !== null
}

/** The same search and sort order without filters. */
export function unfilteredAddress(query: ShopQuery): string {
  return shopAddress({ ...query, category: null, size: null })
}

interface ChoicesProps {
  id: string
  label: string
  query: ShopQuery
  choices: { label: string; change: Partial<ShopQuery> }[]
}

function Choices({ id, label: name, query, choices }: ChoicesProps) {
  const shown = shopAddress(query)
  return (
    <div className={styles.group}>
      <p id={id} className={styles.label}>
        {name}
      </p>
      <ul aria-labelledby={id} className={styles.choices}>
        {choices.map(({ label, change }) => {
          const address = shopAddress({ ...query, ...change })
          return (
            <li key={label}>
              <a href={`${address}#filters`} aria-current={address === shown ? 'true' : undefined}>
                {label}
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Chosen({ query, categories }: Pick<Props, 'query'> & Pick<FilterChoices, 'categories'>) {
  const words = useWords('shop')
  const { category, size } = query
  return (
    <ul aria-label={words.chosenFilters} className={styles.chosen}>
      {category !== null && (
        <Chip label={categoryLabel(categories, category)} href={shopAddress({ ...query, category: null })} />
      )}
      {size !== null && <Chip label={words.chosenSize(size)} href={shopAddress({ ...query, size: null })} />}
      <li>
        <a className={styles.clear} href={unfilteredAddress(query)}>
          {words.clearFilters}
        </a>
      </li>
    </ul>
  )
}

function Chip({ label, href }: { label: string; href: string }) {
  const words = useWords('shop')
  return (
    <li>
      <a className={styles.chip} href={href}>
        <span className="visually-hidden">{words.remove} </span>
        {label}
        <Icon path={icons.close} />
      </a>
    </li>
  )
}
