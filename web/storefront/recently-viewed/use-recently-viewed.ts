import { START } from '#words/en/language.ts'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { ProductCardView } from '#web/page.ts'
import { isPrerendering } from '#web/prerendering.ts'
import { clearViewed, readRecentlyViewed, rememberViewed } from '#web/visitor/recently-viewed.ts'

/** How far below the screen the row may be when its products are fetched. */
const EARLY = '400px'

/** What to show: nothing, placeholders for products that are loading, or the products. */
export interface RecentlyViewed {
  /** How many placeholders to reserve; 0 when there is nothing to show. */
  places: number
  cards: ProductCardView[] | null
  /** The element whose position triggers the fetch. */
  place: RefObject<HTMLElement | null>
  clear(): void
}

/** Products viewed before `present` (which is then added to the list), fetched when the row comes near the screen. */
export function useRecentlyViewed(present: string | null): RecentlyViewed {
  const [ids, setIds] = useState<string[]>([])
  const [cards, setCards] = useState<ProductCardView[] | null>(null)
  const place = useRef<HTMLElement>(null)

  const look = useEffectEvent(() => {
    setIds(readRecentlyViewed().filter((id) => id !== present))
    if (present !== null) rememberViewed(present)
  })
  useEffect(() => {
    const onChange = () => look()
    // A prerendered page has not been viewed yet.
    if (!isPrerendering()) onChange()
    document.addEventListener('prerenderingchange', onChange)
    return () => document.removeEventListener('prerenderingchange', onChange)
  }, [])

  useEffect(() => {
    const element = place.current
    if (ids.length === 0 || !element) return
    const leaving = new AbortController()
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        void askForCards(ids, leaving.signal).then((found) => leaving.signal.aborted || setCards(found))
      },
      { rootMargin: EARLY },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      leaving.abort()
    }
  }, [ids])

  return {
    places: cards?.length ?? ids.length,
    cards,
    place,
    clear() {
      clearViewed()
      setIds([])
      setCards(null)
    },
  }
}

/** Empty when the request fails: the row is optional. */
async function askForCards(ids: readonly string[], signal: AbortSignal): Promise<ProductCardView[]> {
  try {
    const response = await fetch(`${START}/api/products?${new URLSearchParams({ ids: ids.join() })}`, {
      signal,
    })
    if (!response.ok) return []
    const { products } = (await response.json()) as { products: ProductCardView[] }
    return products
  } catch {
    return []
  }
}
