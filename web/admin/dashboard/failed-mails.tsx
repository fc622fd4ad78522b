import styles from './dashboard-page.module.css'

/** A given-up mail. `href`: the staff page about its subject. */
export interface FailedMail {
  id: number
  name: string
  href: string | null
  at: string
  error: string
}

interface FailedMailsProps {
  total: number
  shown: readonly FailedMail[]
}

/** The mails that could not be sent; renders nothing when there are none. */
export default function FailedMails({ total, shown }: FailedMailsProps) {
  if (total === 0) return null
  return (
    <section className={styles.section} aria-labelledby="failed-mails">
      <h2 id="failed-mails">
        {total === 1 ? '1 email could not be sent' : `${total} emails could not be sent`}
      </h2>
      <p className={styles.quiet}>
        The shop has stopped retrying. Each reason is listed below. Once the cause is fixed, open the order to
        resend its email.
      </p>
      <ul className={styles.mails}>
        {shown.map(({ id, name, href, at, error }) => (
          <li key={id}>
            {href === null ? <strong>{name}</strong> : <a href={href}>{name}</a>}
            <span className={styles.quiet}>
              Gave up {at}
              {error && `: ${error}`}
            </span>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className={styles.quiet}>These are the newest {shown.length} of the last 30 days.</p>
      )}
    </section>
  )
}
