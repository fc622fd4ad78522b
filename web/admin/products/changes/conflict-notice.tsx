import { use, type ReactNode } from 'react'
import { COLUMN_FIELD_NAMES, FIELD_LABELS } from '#domain/catalog/product-fields.ts'
import { useCategories, useCharts } from '#web/admin/categories.ts'
import Button from '#web/ui/button.tsx'
import Picture from '#web/ui/picture.tsx'
import styles from './conflict-notice.module.css'
import { MESSAGES } from '#web/admin/products/messages.ts'
import { ShopTimeZone } from '#web/admin/products/publishing/shop-time-zone.ts'
import { shownValue, type DisplayContext } from '#web/admin/products/shown-value.ts'
import { valuesOf, type TypedValues } from '#web/admin/products/product-values.ts'
import type { StaffPicture, StaffProduct } from '#web/views/catalog/staff-product.ts'

/** Another member's version of the product. `refused`: saving was tried, and is refused until one version is chosen. */
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

const FIELDS = [...COLUMN_FIELD_NAMES, 'sizes', 'codes'] as const

/** Two people edit the same product: both versions are shown, and neither is lost before staff choose. */
export default function ConflictNotice({ conflict, mine, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const role = conflict?.refused ? 'alert' : 'status'
  return (
    <div key={role} role={role} className={styles.place}>
      {conflict && conflict.theirs.archivedAt !== null && <p className={styles.notice}>{MESSAGES.gone}</p>}
      {conflict?.theirs.archivedAt === null && (
        <div className={styles.notice}>
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
  const place = { categories: useCategories(), charts: useCharts(), timeZone: use(ShopTimeZone) }
  const text = (values: TypedValues, field: (typeof FIELDS)[number]) => textOf(values, field, place)
  const saved = valuesOf(theirs)
  const different = FIELDS.filter((field) => text(saved, field) !== text(mine, field))
  const otherPictures = picturesText(theirs.pictures) !== picturesText(mine.pictures)
  if (different.length === 0 && !otherPictures) return null
  return (
    <details open={open}>
      <summary>Differences</summary>
      <table aria-label="Differences">
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
              theirs={text(saved, field)}
              mine={text(mine, field)}
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

/** How many there are, each with its alt text, because that may be all that differs. */
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

function textOf(
  { sizes, codes, ...columns }: TypedValues,
  field: (typeof FIELDS)[number],
  place: DisplayContext,
): string {
  if (field === 'sizes') {
    return sizes.map(({ size, stock }) => (stock === '' ? size : `${size}: ${stock}`)).join(', ') || '–'
  }
  if (field === 'codes') {
    return (
      codes
        .map(
          ({ size, sku, barcode, bin }) =>
            `${size}: ${[sku, barcode, bin].map((one) => one || '–').join(' / ')}`,
        )
        .join(', ') || '–'
    )
  }
  return shownValue(field, columns[field], place) ?? '–'
}

function picturesText(pictures: readonly StaffPicture[]): string {
  return JSON.stringify(pictures.map(({ key, alt }) => [key, alt]))
}
