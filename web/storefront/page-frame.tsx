import type { ReactNode } from 'react'
import AsServed from '#web/as-served.tsx'
import Bar from '#web/frame/bar.tsx'
import type { FrameProps } from '#web/page.ts'
import { useWords } from '#web/ui/use-words.ts'
import Footer from './footer/footer.tsx'
import styles from './page-frame.module.css'

interface Props extends FrameProps {
  children: ReactNode
  /** The bar is drawn over the picture instead of above it. */
  overPicture?: boolean
  /** The region of toasts, on pages that show some. */
  toasts?: ReactNode
}

/** The frame of every storefront page. */
export default function PageFrame({ children, overPicture = false, toasts, ...frame }: Props) {
  const words = useWords('frame')
  return (
    <>
      <a className="skip-link" href="#main">
        {words.skip}
      </a>
      {frame.testMode && (
        <aside aria-label={words.testMode} className={styles.testMode}>
          {words.testModeNote}
        </aside>
      )}
      <Bar frame={frame} overPicture={overPicture} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <AsServed as="div" id="footer">
        {import.meta.env.SSR && <Footer {...frame} />}
      </AsServed>
      {toasts}
    </>
  )
}
