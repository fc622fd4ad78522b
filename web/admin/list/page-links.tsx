import styles from './page-links.module.css'

interface PageLinksProps {
  page: number
  pages: number
  /** There may be more pages: they were not all counted. */
  isMore?: boolean
  /** The address of a page of the list, with its filters. */
  addressOf: (page: number) => string
}

/** Links to the previous and next page of a list. */
export default function PageLinks({ page, pages, isMore = false, addressOf }: PageLinksProps) {
  if (pages <= 1) return null
  return (
    <nav className={styles.pages} aria-label="Pages">
      {page > 1 && (
        <a href={addressOf(page - 1)} rel="prev">
          Previous
        </a>
      )}
      <span>
        Page {page}
        {!isMore && ` of ${pages}`}
      </span>
      {page < pages && (
        <a href={addressOf(page + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  )
}
