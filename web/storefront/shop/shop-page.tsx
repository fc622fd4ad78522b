import { type MouseEvent, useEffect, useState } from 'react'
import AsServed from '#web/as-served.tsx'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import { carryPicture } from '#web/ui/product/carry-picture.ts'
import Products, { type ShownProducts } from './products.tsx'
import type { ShopQuery } from './shop-query.ts'
import Spinner from '#web/ui/spinner.tsx'
import { useWords } from '#web/ui/use-words.ts'
import PageLinks, { type PageLinksProps } from './page-links.tsx'
import styles from './pages.module.css'

export interface ShopPageProps {
  frame: FrameProps
  query: ShopQuery
  page: number
  pages: number
  served?: ShownProducts
}

export default function ShopPage({ frame, query, page, pages, served }: ShopPageProps) {
  return (
    <PageFrame {...frame}>
      <AsServed as="div" id="products" onClick={follow}>
        {import.meta.env.SSR && served && <Products query={query} page={page} {...served} />}
      </AsServed>
      {pages > 1 && page <= pages && <Pages query={query} page={page} pages={pages} />}
    </PageFrame>
  )
}

function follow(event: MouseEvent<HTMLElement>): void {
  carryPicture(event)
  // From the filters to the count of what they show, which takes the focus.
  const link = event.target instanceof Element && event.target.closest('a[href="#count"]')
  if (link) link.closest('details')?.removeAttribute('open')
}

/** Links between the pages of a long list; each page has an address. */
function Pages(list: PageLinksProps) {
  const words = useWords('shop')
  const [leaving, leave] = useLeaving()
  if (leaving) return <Spinner label={words.loadingProducts} />
  return (
    <AsServed as="nav" id="pages" aria-label={words.pages} className={styles.pages} onClick={leave}>
      {import.meta.env.SSR && <PageLinks {...list} />}
    </AsServed>
  )
}

/** Whether another page is loading in this tab, and the handler for clicks on an element with links. */
function useLeaving(): [boolean, (event: MouseEvent) => void] {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    // After a return from the back/forward cache, the page is no longer leaving.
    const stay = () => setLeaving(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])
  return [
    leaving,
    // The link element is kept until the browser has followed it.
    ({ target, metaKey, ctrlKey, shiftKey, altKey }) => {
      const link = target instanceof Element && target.closest('a')
      if (link && !(metaKey || ctrlKey || shiftKey || altKey)) setTimeout(() => setLeaving(true))
    },
  ]
}
