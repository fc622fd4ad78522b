import type { MouseEvent } from 'react'
import AsServed from '#web/as-served.tsx'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import { carryPicture } from '#web/ui/product/carry-picture.ts'
import Pages from './pages.tsx'
import Products, { type ShownProducts } from './products.tsx'
import type { ShopQuery } from './shop-query.ts'

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
