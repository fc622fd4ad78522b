import Button from '#web/ui/button.tsx'
import styles from './products-page.module.css'

interface PagerProps {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** To the page before and after. */
export default function Pager({ page, pages, onPage }: PagerProps) {
  if (pages === 1) return null
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button tone="plain" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        Page {page} of {pages}
      </span>
      <Button tone="plain" disabled={page === pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
