import AsServed from '#web/as-served.tsx'
import Spinner from '#web/ui/spinner.tsx'
import { useWords } from '#web/ui/use-words.ts'
import PageLinks, { type PageLinksProps } from './page-links.tsx'
import styles from './pages.module.css'
import { useLeaving } from './use-leaving.ts'

/** Links between the pages of a long list; each page has an address. */
export default function Pages(list: PageLinksProps) {
  const words = useWords('shop')
  const [leaving, leave] = useLeaving()
  if (leaving) return <Spinner label={words.loadingProducts} />
  return (
    <AsServed as="nav" id="pages" aria-label={words.pages} className={styles.pages} onClick={leave}>
      {import.meta.env.SSR && <PageLinks {...list} />}
    </AsServed>
  )
}
