import Notice from '#web/ui/notice.tsx'
import styles from './dashboard-page.module.css'

interface WaitingMailsProps {
  /** Null while the mail service works. */
  outage: { waiting: number; since: string; failure: string } | null
  /** The number of bounced addresses. */
  bounced: number
}

/** The outage of the mail service, and a link to the bounced addresses. */
export default function WaitingMails({ outage, bounced }: WaitingMailsProps) {
  return (
    <>
      {outage !== null && <Outage {...outage} />}
      {bounced > 0 && (
        <section className={styles.section} aria-labelledby="bounced">
          <h2 id="bounced">Bounced addresses</h2>
          <p>
            <a href="/admin/bounces">
              {bounced === 1 ? '1 bounced address' : `${bounced} bounced addresses`}
            </a>
          </p>
        </section>
      )}
    </>
  )
}

function Outage({ waiting, since, failure }: NonNullable<WaitingMailsProps['outage']>) {
  return (
    <Notice>
      <section className={styles.outage} aria-labelledby="mail-outage">
        <h2 id="mail-outage">No email can be sent right now</h2>
        <p>
          <strong>{waiting === 1 ? '1 email is waiting.' : `${waiting} emails are waiting.`}</strong> The shop
          tries the email service at least every five minutes, and sends what is waiting as soon as it works.
        </p>
        <p>
          Failing since {since}: {failure}
        </p>
      </section>
    </Notice>
  )
}
