import Button from '#web/ui/button.tsx'
import styles from './product-dialog.module.css'
import { valuesOf, type TypedValues } from './product-values.ts'
import type { StaffProduct } from './staff-product.ts'

interface ConflictNoticeProps {
  /** What is saved now, by somebody else. */
  theirs: StaffProduct
  mine: TypedValues
  onKeepMine: () => void
  onTakeTheirs: () => void
}

const FIELDS = [
  ['name', 'Name'],
  ['price', 'Price'],
  ['stock', 'Stock'],
  ['category', 'Category'],
  ['description', 'Description'],
  ['sizes', 'Sizes'],
] as const

/** Two people edited the same product: both versions are shown, and nothing is lost before somebody chooses. */
export default function ConflictNotice({ theirs, mine, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const saved = valuesOf(theirs)
  const different = FIELDS.filter(([field]) => textOf(saved[field]) !== textOf(mine[field]))
  return (
    <div role="alert" className={styles.conflict}>
      <p>
        <strong>Somebody else changed this product.</strong> Your version is not saved yet.
      </p>
      {different.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {different.map(([field, label]) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <td>{textOf(saved[field])}</td>
                <td>{textOf(mine[field])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.buttons}>
        <Button tone="plain" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button onClick={onKeepMine}>Keep mine</Button>
      </div>
    </div>
  )
}

function textOf(value: TypedValues[keyof TypedValues]): string {
  if (typeof value === 'string') return value === '' ? '–' : value
  if (value.length === 0) return '–'
  return value.map(({ size, stock }) => (stock === '' ? size : `${size}: ${stock}`)).join(', ')
}
