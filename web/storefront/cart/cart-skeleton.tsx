import { NEEDS_JAVASCRIPT } from './messages.ts'
import styles from './cart-skeleton.module.css'

/** Reserves the space of two lines and a summary until the cart has been read from the browser. */
export default function CartSkeleton() {
  return (
    <>
      <noscript>
        <p className={styles.noscript}>{NEEDS_JAVASCRIPT}</p>
      </noscript>
      <div className={styles.skeleton} aria-hidden="true">
        <div className={styles.line} />
        <div className={styles.line} />
        <div className={styles.summary} />
      </div>
    </>
  )
}
