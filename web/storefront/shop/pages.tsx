import Spinner from '#web/ui/spinner.tsx'
import * as words from '#words/shop.ts'
import styles from './pages.module.css'
import { shopAddress, type ShopQuery } from './shop-query.ts'
import { useLeaving } from './use-leaving.ts'

interface Props {
  query: ShopQuery
  page: number
  pages: number
}

/** Links between the pages of a long list; each page has an address. */
export default function Pages({ query, page, pages }: Props) {
  const [leaving, leave] = useLeaving()
  if (leaving) return <Spinner label={words.loadingProducts} />
  return (
    <nav aria-label={words.pages} className={styles.pages}>
      {page > 1 && (
        <a rel="prev" onClick={leave} href={shopAddress(query, page - 1)}>
          {words.previous}
        </a>
      )}
      <p>{words.pageOf(page, pages)}</p>
      {page < pages && (
        <a rel="next" onClick={leave} href={shopAddress(query, page + 1)}>
          {words.next}
        </a>
      )}
    </nav>
  )
}
