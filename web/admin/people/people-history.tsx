import styles from './people-page.module.css'

/** A change of who is staff, as display text. */
export interface PeopleEventView {
  id: number
  words: string
  at: string
  by: string
}

/** The latest changes of who is staff: who made which, and when. */
export default function PeopleHistory({ events }: { events: PeopleEventView[] }) {
  return (
    <section className={styles.section} aria-labelledby="history">
      <h2 id="history">Recent changes</h2>
      {events.length === 0 ? (
        <p className={styles.quiet}>Nothing yet.</p>
      ) : (
        <ul className={styles.history}>
          {events.map(({ id, words, at, by }) => (
            <li key={id}>
              <p className={styles.words}>{words}</p>
              <p className={styles.quiet}>
                {at}, by {by}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.quiet}>
        <a href="/admin/activity">Activity</a> shows everything that staff have done.
      </p>
    </section>
  )
}
