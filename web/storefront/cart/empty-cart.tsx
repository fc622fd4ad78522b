import LinkButton from '#web/ui/link-button.tsx'
import styles from './empty-cart.module.css'

export default function EmptyCart() {
  return (
    <section className={styles.empty}>
      <p className={styles.words}>Your cart is empty</p>
      <LinkButton href="/shop">Shop our products</LinkButton>
    </section>
  )
}
