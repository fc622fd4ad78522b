import { useWords } from '#web/ui/use-words.ts'
import styles from './cart-skeleton.module.css'

/** Reserves the space of two lines and a summary until the cart has been read from the browser. */
export default function CartSkeleton() {
  const words = useWords('cart')
  return (
    <>
      <noscript>
        <p className={styles.noscript}>{words.needsJavaScript}</p>
      </noscript>
      <div className={styles.skeleton} aria-hidden="true">
        <div className={styles.line} />
        <div className={styles.line} />
        <div className={styles.summary} />
      </div>
    </>
  )
}
