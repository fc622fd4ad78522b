import AsServed from '#web/as-served.tsx'
import type { FrameProps, PictureView, ProductCardView } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Picture from '#web/ui/picture.tsx'
import ProductCard from '#web/ui/product/product-card.tsx'
import { useWords } from '#web/ui/use-words.ts'
import TellMe from '#web/storefront/reminder/tell-me.tsx'
import DropTime from './drop-time.tsx'
import EarlyAccess from './early-access.tsx'
import { useStanding } from './use-standing.ts'
import RoomNote, { type RoomNoteProps } from './room-note.tsx'
import styles from './drop-page.module.css'

interface Moment {
  at: number
  /** In words, in the shop's time zone. */
  time: string
}

export interface DropPageProps {
  frame: FrameProps
  name: string
  handle: string
  paragraphs: string[]
  /** When its products are shown, and sold, as long as that is to come. */
  shown?: Moment
  sold?: Moment
  /** When those with early access buy, in words; `open`: they do now. */
  early?: string | 'open'
  /** The way to its waiting room, while there is one. */
  room?: RoomNoteProps
  /** How many pieces one person may have, where that is limited. */
  perPerson?: number
  served?: { picture: PictureView | null; cards: ProductCardView[] }
  /** How the form of the page went. */
  asked?: 'sent' | 'failed' | 'guest' | 'early'
  /** Not for everyone yet. `key`: of the link that opened it; null: staff see it. */
  preview?: { words: string; key: string | null }
}

/** A drop: what it is, when it is, and its products once they are shown. */
export default function DropPage({
  frame,
  name,
  handle,
  paragraphs,
  shown,
  sold,
  early,
  room,
  perPerson,
  served,
  asked,
  preview,
}: DropPageProps) {
  const words = useWords('drop')
  const next = shown ?? sold
  const standing = useStanding(preview || !(room || early === 'open') ? undefined : handle)
  const isOfForm = asked === 'guest' || asked === 'early'
  return (
    <PageFrame {...frame}>
      {preview && (
        <p role="status" className={styles.preview}>
          {preview.words}
        </p>
      )}
      <div className={styles.drop}>
        <AsServed as="div" id="drop-picture" className={styles.picture}>
          {import.meta.env.SSR && served?.picture && (
            <Picture picture={served.picture} sizes="(min-width: 48rem) 50vw, 100vw" eager first />
          )}
        </AsServed>
        <div className={styles.words}>
          <h1 className={styles.name}>{name}</h1>
          {paragraphs.map((text) => (
            <p key={text} className={styles.text}>
              {text}
            </p>
          ))}
          {next && (
            <DropTime
              key={next.at}
              at={next.at}
              words={shown ? words.shownAt(shown.time) : words.dropsAt(next.time)}
            />
          )}
          {shown && sold && <p className={styles.then}>{words.dropsAt(sold.time)}</p>}
          {early && early !== 'open' && <p className={styles.then}>{early}</p>}
          {perPerson !== undefined && <p className={styles.then}>{words.perPerson(perPerson)}</p>}
          {room && !preview && <RoomNote {...room} standing={standing} />}
          {early === 'open' && !preview && (
            <EarlyAccess handle={handle} asked={isOfForm ? asked : undefined} standing={standing} />
          )}
          {sold && (
            <p>
              <a href={`/drop/${handle}/calendar.ics`} download>
                {words.calendar}
              </a>
            </p>
          )}
          {sold && !preview && (
            <TellMe kind="drop" about={{ drop: handle }} asked={isOfForm ? undefined : asked} />
          )}
          {sold && (
            <noscript>
              <p>{words.reloadThen}</p>
            </noscript>
          )}
        </div>
      </div>
      <AsServed as="div" id="drop-products">
        {import.meta.env.SSR && served && served.cards.length > 0 && (
          <Products cards={served.cards} link={preview && pressLink(handle, preview.key)} />
        )}
      </AsServed>
    </PageFrame>
  )
}

function Products({ cards, link }: { cards: ProductCardView[]; link: ((id: string) => string) | undefined }) {
  const words = useWords('drop')
  return (
    <section aria-labelledby="products">
      <h2 id="products" className={styles.heading}>
        {words.products}
      </h2>
      <ul className={styles.grid}>
        {cards.map((card) => (
          <li key={card.id}>
            {link ? (
              <a href={link(card.id)} className={styles.early}>
                <Picture picture={card.picture} sizes={SIZES} decorative />
                <span>
                  {card.name} {card.price}
                </span>
              </a>
            ) : (
              <ProductCard card={card} sizes={SIZES} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const SIZES = '(min-width: 48rem) 33vw, 50vw'

/** Where a preview leads from a product. */
function pressLink(handle: string, key: string | null) {
  return (id: string) =>
    key === null
      ? `/admin/products/${id}/preview`
      : `/drop/${handle}/preview/${id}?${new URLSearchParams({ key })}`
}
