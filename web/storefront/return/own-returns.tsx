import { useWords } from '#web/ui/use-words.ts'
import styles from '#web/storefront/own-order/own-order-page.module.css'

export interface OwnReturnsProps {
  href: string
  /** Whether something can still be sent back. */
  isOffered: boolean
  /** What became of each return. */
  said: string[]
}

/** The returns of an order on its page, with the link to them. */
export default function OwnReturns({ href, isOffered, said }: OwnReturnsProps) {
  const words = useWords('returns')
  return (
    <section aria-labelledby="returns" className={styles.section}>
      <h2 id="returns">{words.title}</h2>
      {said.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>
        <a className={styles.link} href={href}>
          {isOffered ? words.link : words.see}
        </a>
      </p>
    </section>
  )
}
