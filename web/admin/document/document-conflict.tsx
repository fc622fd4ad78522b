import Button from '#web/ui/button.tsx'
import styles from './document.module.css'
import type { SettingValue } from '#web/admin/settings/use-setting.ts'

interface Props {
  labels: Readonly<Record<string, string>>
  mine: SettingValue
  theirs: SettingValue
  onTake: () => void
  onKeep: () => void
}

/** Another owner saved first: what differs, and the choice between both versions. */
export default function SettingConflict({ labels, mine, theirs, onTake, onKeep }: Props) {
  const different = Object.entries(labels).filter(
    ([field]) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]),
  )
  return (
    <div role="alert" className={styles.conflict}>
      <p>
        <strong>Another owner changed this in the meantime.</strong> Your version is not saved yet, and is
        still in the form.
        {different.length === 0 ? ' Both versions are the same.' : ' Theirs has:'}
      </p>
      {different.length > 0 && (
        <dl>
          {different.map(([field, label]) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>{wordsOf(theirs[field])}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles.buttons}>
        <Button tone="plain" onClick={onTake}>
          Take theirs
        </Button>
        <Button onClick={onKeep}>Keep mine</Button>
      </div>
    </div>
  )
}

/** A category is shown by its name and its sizes. */
function itemWords(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  const { label, sizes, hidden } = item as { label?: unknown; sizes?: unknown; hidden?: unknown }
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
