import type { ReactNode } from 'react'
import AsServed from '#web/as-served.tsx'
import type { FrameProps, PictureView, ProductCardView } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import type { ShownBlock } from '#web/storefront/pages/page-blocks.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import { carryPicture } from '#web/ui/product/carry-picture.ts'
import ProductGrid from '#web/ui/product/product-grid.tsx'
import { useShopName } from '#web/ui/shop-name.ts'
import Wordmark from '#web/ui/wordmark.tsx'
import { useWords } from '#web/ui/use-words.ts'
import BackgroundVideo, { type OwnBackground } from './background-video.tsx'
import styles from './home-page.module.css'
import NewsletterBox from './newsletter-box.tsx'

export interface HomePageProps {
  frame: FrameProps
  /** What only the server renders: of each part at its place, and the words that owners have chosen. */
  served?: { shown: (ShownSection | null)[]; own?: OwnWords }
  /** The picture and film that owners have chosen. */
  background?: OwnBackground
  /** The parts of the page in their order, where they are not the first ones. */
  parts?: HomePart[]
}

/**
 * A part of the page as the browser knows it. `shown`: only the server renders it; `at`: a countdown to that moment.
 */
export type HomePart = 'hero' | 'shown' | 'newsletter' | { at: number }

/** What the server renders of a part. */
export type ShownSection =
  | {
      kind: 'products'
      heading: string
      cards: ProductCardView[]
      /** Where all of them are. */
      all: string | null
    }
  | { kind: 'blocks'; blocks: ShownBlock[] }
  | ShownFilm
  | ShownDrop

/** A drop that is to come. `says`: what happens next, and when. */
export interface ShownDrop {
  kind: 'drop'
  name: string
  handle: string
  says: string
  picture: PictureView | null
}

/** A film with its picture; without the film where the store of the pictures keeps none. */
export interface ShownFilm {
  kind: 'film'
  heading: string
  film: { src: string; type: string; width: number; height: number; poster: string } | null
  picture: PictureView
  words: ShownBlock
}

/** The words that owners have chosen. */
interface OwnWords {
  tagline?: string
  button?: string
}

/** Those of the specification (spec 2). */
const FIRST_PARTS: HomePart[] = ['hero', 'shown', 'newsletter']

interface Props extends HomePageProps {
  /** On the server: shows what is neither products nor the first sections. */
  show?: (section: ShownSection, place: number, part: HomePart) => ReactNode
}

/**
 * Looping background video with a fallback image, brand, tagline, products and newsletter box (spec 2), or other
 * sections.
 */
export default function HomePage({ frame, served, background, parts = FIRST_PARTS, show }: Props) {
  const isFirst = parts === FIRST_PARTS
  const sections = parts.map((part, place) => {
    const key = `${place}`
    if (part === 'newsletter') return <NewsletterBox key={key} />
    if (part === 'hero') {
      return (
        <section key={key} className={`${styles.hero} over-picture`}>
          <BackgroundVideo own={background} />
          <AsServed as="div" id="welcome" className={styles.words}>
            {import.meta.env.SSR && <Welcome own={served?.own} />}
          </AsServed>
        </section>
      )
    }
    const section = served?.shown[place]
    const own = (
      <AsServed key={key} as="div" id={isFirst ? 'products' : `section-${place}`} onClick={carryPicture}>
        {import.meta.env.SSR &&
          (section?.kind === 'products' ? (
            <Products {...section} id={isFirst ? 'newest' : `products-${place}`} />
          ) : (
            section && show?.(section, place, part)
          ))}
      </AsServed>
    )
    if (part === 'shown') return own
    return (
      <section key={key} aria-labelledby={`drop-${place}`} className="countdown">
        {own}
        <LoadedOnDemand load={loadCountdown} wanted onFailure={leaveIt} own={part} />
      </section>
    )
  })
  return (
    <PageFrame {...frame} overPicture={parts[0] === 'hero'}>
      {parts.includes('hero') ? sections : [<ShopHeading key="name" />, ...sections]}
    </PageFrame>
  )
}

const loadCountdown = () => import('#web/storefront/drop/countdown.tsx')
/** The moment itself is on the page. */
const leaveIt = () => {}

/** What the page is called where no picture has the wordmark. */
function ShopHeading() {
  return <h1 className="visually-hidden">{useShopName()}</h1>
}

function Welcome({ own }: { own: OwnWords | undefined }) {
  const words = useWords('home')
  return (
    <>
      <h1 className={styles.brand}>
        <Wordmark />
      </h1>
      <p className={styles.tagline}>{own?.tagline ?? words.tagline}</p>
      <LinkButton href="/shop" className={styles.shop}>
        {own?.button ?? words.shopAll}
      </LinkButton>
    </>
  )
}

function Products({ id, heading, cards, all }: Extract<ShownSection, { kind: 'products' }> & { id: string }) {
  if (cards.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.newest}>
      <h2 id={id} className={styles.heading}>
        {all === null ? heading : <a href={all}>{heading}</a>}
      </h2>
      <ProductGrid cards={cards} belowTheFold />
    </section>
  )
}
