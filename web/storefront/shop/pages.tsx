import styles from './pages.module.css'

interface Props {
  query: string
  page: number
  pages: number
}

/** From one page of a long list to the next; each has an address of its own. */
export default function Pages({ query, page, pages }: Props) {
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {page > 1 && (
        <a rel="prev" href={address(query, page - 1)}>
          Previous
        </a>
      )}
      <p>
        Page {page} of {pages}
      </p>
      {page < pages && (
        <a rel="next" href={address(query, page + 1)}>
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
