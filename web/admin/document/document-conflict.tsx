import type { ReactNode } from 'react'
import type { HomeSection } from '#domain/settings/home-sections.ts'
import { NO_CHOICES, sectionWords } from '#web/admin/settings/sections/section-words.ts'
import Button from '#web/ui/button.tsx'
import styles from './document.module.css'
import type { EditedDocument } from './use-document.ts'

interface Props {
  document: EditedDocument
  /** What happened: `Someone else changed this size chart.` */
  says: string
  /** Their version, or what differs in it; null: nothing does. */
  children: ReactNode
}

/** Someone else saved first: their version, and the choice between both. */
export default function DocumentConflict({ document, says, children }: Props) {
  return (
    <div role="alert" className={styles.conflict}>
      <p>
        <strong>{says}</strong> Your version is not saved yet, and is still in the form.
        {children === null ? ' Both versions are the same.' : ' Theirs has:'}
      </p>
      {children}
      <div className={styles.buttons}>
        <Button tone="plain" onClick={document.takeTheirs}>
          Take theirs
        </Button>
        <Button onClick={document.keepMine}>Keep mine</Button>
      </div>
    </div>
  )
}

type Value = Readonly<Record<string, unknown>>

/** What differs between two versions of a setting, by the labels of its fields. */
export function SettingConflict(props: {
  document: EditedDocument
  labels: Readonly<Record<string, string>>
  mine: Value
  theirs: Value
}) {
  const { document, labels, mine, theirs } = props
  const different = Object.entries(labels).filter(
    ([field]) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]),
  )
  return (
    <DocumentConflict document={document} says="Another owner changed this in the meantime.">
      {different.length === 0 ? null : (
        <dl>
          {different.map(([field, label]) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>{wordsOf(theirs[field])}</dd>
            </div>
          ))}
        </dl>
      )}
    </DocumentConflict>
  )
}

/** A category is shown by its name and its sizes. */
function itemWords(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  const { label, sizes, hidden } = item as { label?: unknown; sizes?: unknown; hidden?: unknown }
  if ('kind' in item) return sectionWords(item as HomeSection, { choices: NO_CHOICES })
  if ('href' in item) return `${String(label)} (${String(item.href)})`
  const words = [Array.isArray(sizes) ? sizes.join(' ') : '', hidden === true ? 'hidden' : ''].filter(Boolean)
  return `${String(label)} (${words.join('; ')})`
}

function wordsOf(value: unknown): string {
  if (value === null) return 'Nothing'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object' && 'width' in value && 'height' in value) {
    return `Another file of ${String(value.width)} × ${String(value.height)} pixels`
  }
  const text = Array.isArray(value) ? value.map(itemWords).join(', ') : String(value)
  return text === '' ? 'Nothing' : text
}
