import Spinner from '#web/ui/spinner.tsx'
import styles from './pages.module.css'
import { useLeaving } from './use-leaving.ts'

interface Props {
  query: string
  page: number
  pages: number
}

/** From one page of a long list to the next; each has an address of its own. */
export default function Pages({ query, page, pages }: Props) {
  const [leaving, leave] = useLeaving()
  if (leaving) return <Spinner label="Loading products" />
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {page > 1 && (
        <a rel="prev" onClick={leave} href={address(query, page - 1)}>
          Previous
        </a>
      )}
      <p>
        Page {page} of {pages}
      </p>
      {page < pages && (
        <a rel="next" onClick={leave} href={address(query, page + 1)}>
          Next
        </a>
      )}
    </nav>
  )
}

function address(query: string, page: number): string {
  const parts = new URLSearchParams({ ...(query && { q: query }), ...(page > 1 && { page: String(page) }) })
  return parts.size > 0 ? `/shop?${parts}` : '/shop'
}
