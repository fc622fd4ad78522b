import { START } from '#words/en/language.ts'
import { useEffect, useState } from 'react'
import { MAX_RECENTLY_VIEWED } from '#domain/catalog/recently-viewed.ts'
import type { FrameProps, ProductCardView } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import ProductCard from '#web/ui/product/product-card.tsx'
import { useWords } from '#web/ui/use-words.ts'
import { changeSaved, isSignedIn, joinSaved, readSaved } from '#web/visitor/saved-pieces.ts'
import styles from './saved-page.module.css'

export interface SavedPageProps {
  frame: FrameProps
}

const SIZES = '(min-width: 48rem) 15rem, 45vw'

/** The pieces that this browser saved, and, for who is signed in, those that their other browsers did. */
export default function SavedPage({ frame }: SavedPageProps) {
  const words = useWords('saved')
  const [cards, setCards] = useState<ProductCardView[] | 'failed' | null>(null)
  const [isIn, setIsIn] = useState(true)
  useEffect(() => {
    const load = async () => {
      await joinSaved()
      setIsIn(isSignedIn())
      setCards(await askForCards(readSaved()))
    }
    void load()
  }, [])

  function remove(id: string) {
    changeSaved(id, false)
    document.getElementById('main')?.focus({ preventScroll: true })
    setCards((shown) => (Array.isArray(shown) ? shown.filter((card) => card.id !== id) : shown))
  }

  return (
    <PageFrame {...frame}>
      <div className={styles.page}>
        <h1>{words.heading}</h1>
        <p role="status">
          {cards === null ? words.loading : cards === 'failed' ? words.failed : words.count(cards.length)}
        </p>
        {Array.isArray(cards) && cards.length > 0 && (
          <ul className={styles.cards}>
            {cards.map((card) => (
              <li key={card.id}>
                <ProductCard card={card} sizes={SIZES} />
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={words.removeOne(card.name)}
                  onClick={() => remove(card.id)}
                >
                  {words.remove}
                </button>
              </li>
            ))}
          </ul>
        )}
        <p className={styles.ways}>
          <LinkButton href="/shop">{words.toTheShop}</LinkButton>
          {!isIn && <a href="/account">{words.keepThem}</a>}
        </p>
      </div>
    </PageFrame>
  )
}

async function askForCards(ids: readonly string[]): Promise<ProductCardView[] | 'failed'> {
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_RECENTLY_VIEWED) }, (_, at) =>
    ids.slice(at * MAX_RECENTLY_VIEWED, (at + 1) * MAX_RECENTLY_VIEWED),
  )
  try {
    const found = await Promise.all(
      parts.map(async (part) => {
        const answer = await fetch(`${START}/api/products?${new URLSearchParams({ ids: part.join() })}`)
        if (!answer.ok) throw new Error(`The products were answered with ${answer.status}`)
        return ((await answer.json()) as { products: ProductCardView[] }).products
      }),
    )
    return found.flat()
  } catch {
    return 'failed'
  }
}
