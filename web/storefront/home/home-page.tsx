import type { FrameProps, ProductCardView } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import ProductGrid from '#web/ui/product/product-grid.tsx'
import Wordmark from '#web/ui/wordmark.tsx'
import * as words from '#words/home.ts'
import BackgroundVideo, { type OwnBackground } from './background-video.tsx'
import styles from './home-page.module.css'
import NewsletterBox from './newsletter-box.tsx'

export interface HomePageProps {
  frame: FrameProps
  /** The newest products, or those that owners have chosen; none when they could not be loaded. */
  newest: ProductCardView[]
  /** The words that owners have chosen. */
  own?: { tagline: string; button: string; heading: string }
  /** The picture and film that owners have chosen. */
  background?: OwnBackground
}

/** Looping background video with a fallback image, brand, tagline, the newest products and newsletter box (spec 2). */
export default function HomePage({ frame, newest, own, background }: HomePageProps) {
  return (
    <PageFrame {...frame} overPicture>
      <section className={styles.hero}>
        <BackgroundVideo own={background} />
        <div className={styles.words}>
          <h1 className={styles.brand}>
            <Wordmark />
          </h1>
          <p className={styles.tagline}>{own?.tagline ?? words.tagline}</p>
          <LinkButton href="/shop" className={styles.shop}>
            {own?.button ?? words.shopAll}
          </LinkButton>
        </div>
      </section>
      {newest.length > 0 && (
        <section aria-labelledby="newest" className={styles.newest}>
          <h2 id="newest" className={styles.heading}>
            {own?.heading ?? words.newest}
          </h2>
          <ProductGrid cards={newest} belowTheFold />
        </section>
      )}
      <NewsletterBox />
    </PageFrame>
  )
}
