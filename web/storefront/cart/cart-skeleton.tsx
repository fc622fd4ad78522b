import { NEEDS_JAVASCRIPT } from './messages.ts'
import styles from './cart-skeleton.module.css'

/** Keeps the place of two lines and a summary until the cart was read from the browser. */
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
