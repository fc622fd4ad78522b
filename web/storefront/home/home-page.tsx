import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import Wordmark from '#web/ui/wordmark.tsx'
import BackgroundVideo from './background-video.tsx'
import styles from './home-page.module.css'
import NewsletterBox from './newsletter-box.tsx'

export interface HomePageProps {
  frame: FrameProps
}

/** Looping background video with a fallback image, brand, tagline and newsletter box (spec 2). */
export default function HomePage({ frame }: HomePageProps) {
  return (
    <PageFrame {...frame} overPicture>
      <section className={styles.hero}>
        <BackgroundVideo />
        <div className={styles.words}>
          <h1 className={styles.brand}>
            <Wordmark />
          </h1>
          <p className={styles.tagline}>Where Style Meets Street</p>
          <LinkButton href="/shop" className={styles.shop}>
            SHOP ALL
          </LinkButton>
        </div>
      </section>
      <NewsletterBox />
    </PageFrame>
  )
}
