import styles from './account-page.module.css'

/** A staff event as display text. The time is in the shop's time zone. */
export interface EventView {
  id: number
  words: string
  at: string
  /** Browser and network, where known. */
  from: string
}

/** Newest first. It helps a member notice a sign-in that was not theirs. */
export default function EventList({ events }: { events: EventView[] }) {
  return (
    <section className={styles.section} aria-labelledby="events">
      <h2 id="events">Recent sign-ins and exports</h2>
      {events.length === 0 ? (
        <p className={styles.details}>Nothing yet.</p>
      ) : (
        <ul className={styles.sessions}>
          {events.map(({ id, words, at, from }) => (
            <li key={id} className={styles.session}>
              <div>
                <p className={styles.browser}>{words}</p>
                <p className={styles.details}>{from === '' ? at : `${at}, ${from}`}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.details}>
        Kept for a year. If you don’t recognize one, change your password: that ends every other session.
      </p>
    </section>
  )
}
