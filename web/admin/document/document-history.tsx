import type { ReactNode } from 'react'
import styles from './document.module.css'

/** A version of a setting, as display text. */
export interface HistoryEntry {
  version: number
  summary: string
  at: string
  by: string
}

interface Props {
  address: string
  page: { history: HistoryEntry[]; olderThan: number | null; isOlderPage: boolean; isAsAtStart: boolean }
  /** The newest version. */
  newest: number
  /** Something is typed that would be lost. */
  hint: boolean
  /** The button that restores a version. */
  children: (version: number) => ReactNode
}

/** Who changed a setting, when, and what; each version can be viewed and restored. */
export default function SettingHistory({ address, page, newest, hint, children }: Props) {
  const { history, olderThan, isOlderPage, isAsAtStart } = page
  const link = (query: string) => `${address}${address.includes('?') ? '&' : '?'}${query}`
  return (
    <section className={styles.section} aria-labelledby="history">
      <h2 id="history">History</h2>
      {hint && (
        <p className={styles.quiet}>Save your changes or reload the page before you go back to a version.</p>
      )}
      <ol className={styles.history} reversed>
        {history.map(({ version, summary, at, by }) => (
          <li key={version}>
            <div>
              <p className={styles.words}>
                {summary} {version === newest && <span className={styles.now}>Now</span>}
              </p>
              <p className={styles.quiet}>
                Version {version}, {at}, by {by}
              </p>
            </div>
            {version !== newest && (
              <div className={styles.actions}>
                <a href={link(`version=${version}`)} className={styles.see}>
                  See<span className="visually-hidden"> version {version}</span>
                </a>
                {children(version)}
              </div>
            )}
          </li>
        ))}
        {olderThan === null && (
          <li>
            <div>
              <p className={styles.words}>
                The default {newest === 0 && <span className={styles.now}>Now</span>}
              </p>
              {newest === 0 && <p className={styles.quiet}>Nothing has been changed yet.</p>}
            </div>
            {newest !== 0 && !isAsAtStart && (
              <div className={styles.actions}>
                <a href={link('version=0')} className={styles.see}>
                  See<span className="visually-hidden"> the default</span>
                </a>
                {children(0)}
              </div>
            )}
          </li>
        )}
      </ol>
      {(olderThan !== null || isOlderPage) && (
        <nav className={styles.pages} aria-label="History">
          {isOlderPage && <a href={address}>Newest</a>}
          {olderThan !== null && <a href={link(`before=${olderThan}`)}>Older</a>}
        </nav>
      )}
    </section>
  )
}
