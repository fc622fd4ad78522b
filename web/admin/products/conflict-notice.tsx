import type { ReactNode } from 'react'
import { COLUMN_FIELD_NAMES, FIELD_LABELS } from '#domain/catalogue/product-fields.ts'
import Button from '#web/ui/button.tsx'
import Picture from '#web/ui/picture.tsx'
import styles from './conflict-notice.module.css'
import { MESSAGES } from './messages.ts'
import { valuesOf, type TypedValues } from './product-values.ts'
import type { StaffPicture, StaffProduct } from '#web/views/catalogue/staff-product.ts'

/** What somebody else made of the product. `refused`: saving was tried, and is refused until somebody chooses. */
export interface Conflict {
  theirs: StaffProduct
  refused: boolean
}

interface ConflictNoticeProps {
  conflict: Conflict | null
  mine: TypedValues & { pictures: readonly StaffPicture[] }
  onKeepMine: () => void
  onTakeTheirs: () => void
}

const FIELDS = [...COLUMN_FIELD_NAMES, 'sizes'] as const

/** Two people edit the same product: both versions are shown, and neither is lost before staff choose. */
export default function ConflictNotice({ conflict, mine, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  return (
    <div role="status" className={styles.place}>
      {conflict && conflict.theirs.archivedAt !== null && <p className={styles.notice}>{MESSAGES.gone}</p>}
      {conflict?.theirs.archivedAt === null && (
        <div role={conflict.refused ? 'alert' : undefined} className={styles.notice}>
          {conflict.refused ? (
            <p>
              <strong>Someone else changed this product.</strong> Your version is not saved yet.
            </p>
          ) : (
            <p>
              <strong>Someone else changed this product just now.</strong>
            </p>
          )}
          <Differences open={conflict.refused} theirs={conflict.theirs} mine={mine} />
          <div className={styles.buttons}>
            <Button tone="plain" onClick={onTakeTheirs}>
              {conflict.refused ? 'Take theirs' : 'Load their version'}
            </Button>
            <Button onClick={onKeepMine}>Keep mine</Button>
          </div>
        </div>
      )}
    </div>
  )
}

interface DifferencesProps {
  open: boolean
  theirs: StaffProduct
  mine: ConflictNoticeProps['mine']
}

/** Both versions side by side, where they differ. */
function Differences({ open, theirs, mine }: DifferencesProps) {
  const saved = valuesOf(theirs)
  const different = FIELDS.filter((field) => textOf(saved[field]) !== textOf(mine[field]))
  const otherPictures = picturesText(theirs.pictures) !== picturesText(mine.pictures)
  if (different.length === 0 && !otherPictures) return null
  return (
    <details open={open}>
      <summary>What differs</summary>
      <table aria-label="What differs">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {different.map((field) => (
            <Row
              key={field}
              label={FIELD_LABELS[field]}
              theirs={textOf(saved[field])}
              mine={textOf(mine[field])}
            />
          ))}
          {otherPictures && (
            <Row
              label={FIELD_LABELS.pictures}
              theirs={<Thumbnails pictures={theirs.pictures} />}
              mine={<Thumbnails pictures={mine.pictures} />}
            />
          )}
        </tbody>
      </table>
    </details>
  )
}

function Row({ label, theirs, mine }: { label: string; theirs: ReactNode; mine: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{theirs}</td>
      <td>{mine}</td>
    </tr>
  )
}

/** How many there are, each with its alt text, for that may be all that differs. */
function Thumbnails({ pictures }: { pictures: readonly StaffPicture[] }) {
  return (
    <>
      <p>{pictures.length === 1 ? '1 image' : `${pictures.length} images`}</p>
      <ol className={styles.thumbnails}>
        {pictures.map(({ key, alt, view }) => (
          <li key={key}>
            <Picture picture={view} sizes="3rem" decorative />
            <span>{alt || 'No alt text'}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

function textOf(value: TypedValues[keyof TypedValues]): string {
  if (typeof value === 'string') return value === '' ? '–' : value
  if (value.length === 0) return '–'
  return value.map(({ size, stock }) => (stock === '' ? size : `${size}: ${stock}`)).join(', ')
}

function picturesText(pictures: readonly StaffPicture[]): string {
  return JSON.stringify(pictures.map(({ key, alt }) => [key, alt]))
}
