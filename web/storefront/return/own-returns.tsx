import { useWords } from '#web/ui/use-words.ts'
import styles from '#web/storefront/own-order/own-order-page.module.css'

/** The link from the page of an order to its returns; null: nothing of it was, or can be, sent back. */
export default function OwnReturns({ href }: { href: string | null }) {
  const words = useWords('returns')
  if (href === null) return null
  return (
    <p>
      <a className={styles.link} href={href}>
        {words.link}
      </a>
    </p>
  )
}
