import { useWords } from '#web/ui/use-words.ts'
import { shopAddress, type ShopQuery } from './shop-query.ts'

export interface PageLinksProps {
  query: ShopQuery
  page: number
  pages: number
}

/** Links to the previous and next page, with the number of the current one between them. */
export default function PageLinks({ query, page, pages }: PageLinksProps) {
  const words = useWords('shop')
  return (
    <>
      {page > 1 && (
        <a rel="prev" href={shopAddress(query, page - 1)}>
          {words.previous}
        </a>
      )}
      <p>{words.pageOf(page, pages)}</p>
      {page < pages && (
        <a rel="next" href={shopAddress(query, page + 1)}>
          {words.next}
        </a>
      )}
    </>
  )
}
