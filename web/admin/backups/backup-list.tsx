import type { BackupView } from '#web/views/backups/backups-view.ts'
import styles from './backups-page.module.css'

/** The backups that can be restored, newest first. */
export default function BackupList({ backups }: { backups: readonly BackupView[] }) {
  return (
    <section aria-labelledby="kept-backups">
      <h2 id="kept-backups" className={styles.listTitle}>
        Kept backups
      </h2>
      {backups.length === 0 ? (
        <p className={styles.quiet}>No backups yet.</p>
      ) : (
        <>
          <p className={styles.quiet}>
            Every backup from the last 24 hours, then the newest of each of 7 days, 4 weeks and 12 months.
            Restore one on the server: npm run restore -- --from PLACE --backup NAME
          </p>
          <ul className={styles.list}>
            {backups.map((backup) => (
              <li key={backup.name} className={styles.backup}>
                <h3>
                  {backup.takenAt} <span className={styles.quiet}>{backup.age}</span>
                </h3>
                <dl className={styles.facts}>
                  <Fact label="Name" value={backup.name} />
                  <Fact label="Database" value={backup.size} />
                  <Fact label="Images" value={backup.pictures} />
                  <Fact label="Version" value={backup.shopVersion} />
                  <Fact label="Checked" value={backup.rehearsal} isBroken={backup.isBroken} />
                </dl>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Fact({ label, value, isBroken = false }: { label: string; value: string; isBroken?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isBroken ? styles.failure : undefined}>{value}</dd>
    </div>
  )
}
