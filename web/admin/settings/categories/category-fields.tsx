import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import styles from './categories-editor.module.css'
import { sizesText, SIZE_SETS, type TypedCategory } from './typed-category.ts'

interface Props {
  category: TypedCategory
  faults: { label: string | undefined; sizes: string | undefined }
  onChange: (category: TypedCategory) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: (() => void) | undefined
}

/** One category: its name, its sizes in their order, and its place. */
export default function CategoryFields({ category, faults, onChange, onUp, onDown, onRemove }: Props) {
  const { label, sizes, hidden } = category
  const name = label.trim() || 'the new category'
  const typed = sizesText(sizes)
  const actions = [
    { words: 'Up', act: onUp },
    { words: 'Down', act: onDown },
    { words: 'Remove', act: onRemove },
  ]
  return (
    <div role="group" aria-label={label.trim() || 'New category'} className={styles.fields}>
      <Field
        label="Name"
        data-name
        autoComplete="off"
        maxLength={40}
        error={faults.label}
        value={label}
        onChange={({ target }) => onChange({ ...category, label: target.value })}
      />
      <div className={styles.sizes}>
        <Field
          label="Sizes"
          hint="In order, separated by commas."
          autoComplete="off"
          error={faults.sizes}
          value={typed}
          onChange={({ target }) => onChange({ ...category, sizes: target.value })}
        />
        <Select
          label="Size set"
          value={SIZE_SETS.find((set) => set.sizes === typed)?.sizes ?? ''}
          onChange={({ target }) => target.value !== '' && onChange({ ...category, sizes: target.value })}
        >
          <option value="">As typed</option>
          {SIZE_SETS.map((set) => (
            <option key={set.label} value={set.sizes}>
              {set.label}
            </option>
          ))}
        </Select>
      </div>
      <div className={styles.row}>
        <Checkbox
          checked={hidden}
          onChange={({ target }) => onChange({ ...category, hidden: target.checked })}
        >
          Hidden
        </Checkbox>
        <div className={styles.actions}>
          {actions.map(({ words, act }) => (
            <button
              key={words}
              type="button"
              className={styles.action}
              disabled={act === undefined}
              onClick={act}
            >
              {words}
              <span className="visually-hidden">: {name}</span>
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}
