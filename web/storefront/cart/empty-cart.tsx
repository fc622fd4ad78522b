import LinkButton from '#web/ui/link-button.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './empty-cart.module.css'

export default function EmptyCart() {
  const words = useWords('cart')
  return (
    <section className={styles.empty}>
      <p className={styles.words}>{words.empty}</p>
      <LinkButton href="/shop">{words.shopOurProducts}</LinkButton>
    </section>
  )
}
