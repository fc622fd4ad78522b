import AsServed from '#web/as-served.tsx'
import type { FrameProps, ProductCardView } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { carryPicture } from '#web/ui/product/carry-picture.ts'
import ProductGrid from '#web/ui/product/product-grid.tsx'
import Wordmark from '#web/ui/wordmark.tsx'
import { useWords } from '#web/ui/use-words.ts'
import BackgroundVideo, { type OwnBackground } from './background-video.tsx'
import styles from './home-page.module.css'
import NewsletterBox from './newsletter-box.tsx'

export interface HomePageProps {
  frame: FrameProps
  /** `newest`: the newest products, or those that owners have chosen; none when they could not be loaded. */
  served?: { newest: ProductCardView[]; own?: OwnWords }
  /** The picture and film that owners have chosen. */
  background?: OwnBackground
}

/** The words that owners have chosen. */
interface OwnWords {
  tagline: string
  button: string
  heading: string
}

/** Looping background video with a fallback image, brand, tagline, the newest products and newsletter box (spec 2). */
export default function HomePage({ frame, served, background }: HomePageProps) {
  return (
    <PageFrame {...frame} overPicture>
      <section className={`${styles.hero} over-picture`}>
        <BackgroundVideo own={background} />
        <AsServed as="div" id="welcome" className={styles.words}>
          {import.meta.env.SSR && <Welcome own={served?.own} />}
        </AsServed>
      </section>
      <AsServed as="div" id="products" onClick={carryPicture}>
        {import.meta.env.SSR && served && served.newest.length > 0 && <Newest {...served} />}
      </AsServed>
      <NewsletterBox />
    </PageFrame>
  )
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

function Newest({ newest, own }: { newest: ProductCardView[]; own?: OwnWords }) {
  const words = useWords('home')
  return (
    <section aria-labelledby="newest" className={styles.newest}>
      <h2 id="newest" className={styles.heading}>
        {own?.heading ?? words.newest}
      </h2>
      <ProductGrid cards={newest} belowTheFold />
    </section>
  )
}
