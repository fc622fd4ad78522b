import styles from './dashboard-page.module.css'

interface WaitingMailsProps {
  /** Null while the mail service works. */
  outage: { waiting: number; since: string; failure: string } | null
  /** The number of bounced addresses. */
  bounced: number
}

/** The outage of the mail service, and a link to the bounced addresses. */
export default function WaitingMails({ outage, bounced }: WaitingMailsProps) {
  if (outage === null && bounced === 0) return null
  return (
    <section className={styles.section} aria-labelledby="waiting-mails">
      <h2 id="waiting-mails">
        {outage === null ? 'Bounced addresses' : 'No mail can be sent at the moment'}
      </h2>
      {outage !== null && (
        <p>
          Since {outage.since}: {outage.failure}{' '}
          {outage.waiting === 1 ? '1 mail is waiting' : `${outage.waiting} mails are waiting`} and will be
          sent when the mail service works again. The shop retries automatically, at least every five minutes.
        </p>
      )}
      {bounced > 0 && (
        <p>
          <a href="/admin/bounces">{bounced === 1 ? '1 bounced address' : `${bounced} bounced addresses`}</a>
        </p>
      )}
    </section>
  )
}
