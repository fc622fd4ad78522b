import type { Ref } from 'react'
import LinkButton from '#web/ui/link-button.tsx'
import * as words from '#words/cart.ts'
import styles from './empty-cart.module.css'

/** With a `ref`, it can be focused by script. */
export default function EmptyCart({ ref }: { ref?: Ref<HTMLElement> }) {
  return (
    <section ref={ref} tabIndex={ref ? -1 : undefined} className={styles.empty}>
      <p className={styles.words}>{words.empty}</p>
      <LinkButton href="/shop">{words.shopOurProducts}</LinkButton>
    </section>
  )
}
