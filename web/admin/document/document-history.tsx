import { useState, type ReactNode } from 'react'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { fetchPageProps } from '#web/admin/list/fetch-page-props.ts'
import Button from '#web/ui/button.tsx'
import styles from './document.module.css'
import type { EditedDocument } from './use-document.ts'

/** What a screen has of a document with versions, beside what is its own. */
export interface VersionsProps<Value> {
  saved: SettingVersion<Value>
  /** The saved value is the default. */
  isAsAtStart: boolean
  /** An older version to look at. */
  old: SettingVersion<Value> | null
  /** A page of the versions as display text, newest first. */
  history: { version: number; summary: string; at: string; by: string }[]
  /** The last version of this page of the history, when there are older ones. */
  olderThan: number | null
  isOlderPage: boolean
}

/** The props of a screen, and how to read them again after a change. */
export function usePageProps<Props>(address: string, first: Props): [Props, () => void] {
  const [props, setProps] = useState(first)
  async function readAgain() {
    const reply = await fetchPageProps<Props>(address, new AbortController().signal)
    if (reply.kind === 'done') setProps(reply.props)
  }
  return [props, () => void readAgain()]
}

interface Props {
  address: string
  page: Omit<VersionsProps<unknown>, 'saved' | 'old'>
  document: EditedDocument
}

/** Who changed a document, when, and what; each version can be viewed and restored. */
export default function DocumentHistory({ address, page, document }: Props) {
  const { history, olderThan, isOlderPage, isAsAtStart } = page
  const { version: newest, isChanged } = document
  const link = (query: string) => `${address}${address.includes('?') ? '&' : '?'}${query}`
  return (
    <section className={styles.section} aria-labelledby="history">
      <h2 id="history">History</h2>
      {isChanged && (
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
                <RestoreButton document={document} version={version}>
                  Restore<span className="visually-hidden"> version {version}</span>
                </RestoreButton>
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
                <RestoreButton document={document} version={0}>
                  Restore<span className="visually-hidden"> the default</span>
                </RestoreButton>
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

interface OldVersionProps {
  /** The screen without the version. */
  address: string
  document: EditedDocument
  version: number
  /** What it was. */
  children: ReactNode
}

/** An older version to look at, and to restore. */
export function OldVersion({ address, document, version, children }: OldVersionProps) {
  return (
    <section className={`${styles.section} ${styles.wide}`} aria-labelledby="old">
      <h2 id="old">{version === 0 ? 'The default' : `Version ${version}`}</h2>
      {children}
      <div className={styles.buttons}>
        <RestoreButton document={document} version={version}>
          Restore this version
        </RestoreButton>
        <a href={address} className={styles.see}>
          Close
        </a>
      </div>
    </section>
  )
}

interface RestoreButtonProps {
  document: EditedDocument
  /** 0 is the default. */
  version: number
  children: ReactNode
}

function RestoreButton({ document, version, children }: RestoreButtonProps) {
  return (
    <Button
      tone="plain"
      className={styles.back}
      disabled={document.busy || document.isChanged}
      onClick={() => void document.restore(version)}
    >
      {children}
    </Button>
  )
}
