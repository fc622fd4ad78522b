import LinkButton from '#web/ui/link-button.tsx'
import * as words from '#words/cart.ts'
import styles from './empty-cart.module.css'

export default function EmptyCart() {
  return (
    <section className={styles.empty}>
      <p className={styles.words}>{words.empty}</p>
      <LinkButton href="/shop">{words.shopOurProducts}</LinkButton>
    </section>
  )
}
