import ProductCard from '#web/ui/product/product-card.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './recently-viewed.module.css'
import { useRecentlyViewed } from './use-recently-viewed.ts'

const SIZES = '(min-width: 48rem) 15rem, 45vw'

/** Products viewed before in this browser, without `present`, the product of this page. */
export default function RecentlyViewed({ present = null }: { present?: string | null }) {
  const words = useWords('recently-viewed')
  const { places, cards, place, clear } = useRecentlyViewed(present)
  if (places === 0) return null

  function clearAndAnnounce() {
    document.getElementById('main')?.focus({ preventScroll: true })
    clear()
    showToast('success', words.recentlyViewedCleared)
  }

  return (
    <section ref={place} aria-labelledby="recently-viewed" className={styles.recent}>
      <div className={styles.head}>
        <h2 id="recently-viewed">{words.recentlyViewed}</h2>
        <button type="button" className={styles.clear} onClick={clearAndAnnounce}>
          {words.clearRecentlyViewed}
        </button>
      </div>
      <ul className={styles.row} aria-busy={cards === null} aria-hidden={cards === null || undefined}>
        {cards === null
          ? Array.from({ length: places }, (_, at) => (
              <li key={at}>
                <div className={styles.place} />
              </li>
            ))
          : cards.map((card) => (
              <li key={card.id}>
                <ProductCard card={card} sizes={SIZES} />
              </li>
            ))}
      </ul>
    </section>
  )
}
