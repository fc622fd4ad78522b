import styles from './waiting-work.module.css'

/** Something that waits for staff: how much of it, and where it is done. */
export interface WaitingItem {
  label: string
  /** `12`, or `999+`. */
  count: string
  href: string
  /** It should not wait. */
  isUrgent: boolean
}

/** The work that waits for staff, at the top of the overview. */
export default function WaitingWork({ items }: { items: readonly WaitingItem[] }) {
  return (
    <section aria-labelledby="waiting-work">
      <h2 id="waiting-work" className="visually-hidden">
        Waiting for you
      </h2>
      <ul className={styles.items}>
        {items.map(({ label, count, href, isUrgent }) => (
          <li key={href}>
            <a className={styles.item} href={href} data-waits={count === '0' ? undefined : isUrgent}>
              <span className={styles.count}>{count}</span> {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
