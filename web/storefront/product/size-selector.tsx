import type { Size } from '#domain/catalog/size.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './size-selector.module.css'

interface Props {
  sizes: { size: Size; available: boolean }[]
  chosen: Size | null
  /** The words for a product in one size, shown instead of the choice. */
  oneSize?: string | null
  onChoose: (size: Size) => void
}

/** The sizes of the category; unavailable ones are marked for screen readers too. A single size is shown as words. */
export default function SizeSelector({ sizes, chosen, oneSize = null, onChoose }: Props) {
  const words = useWords('product')
  const shown = oneSize === null ? sizes : sizes.filter(({ available }) => available)
  if (shown.length === 0) return <p className={styles.legend}>{oneSize}</p>
  const ofSize = oneSize === null ? words.sizeOf : words.onlySize
  return (
    <fieldset className={styles.sizes}>
      <legend className={styles.legend}>{words.size}</legend>
      <div className={oneSize === null ? styles.row : styles.single}>
        {shown.map(({ size, available }) => (
          <label key={size} className={styles.size}>
            <input
              type="radio"
              name="size"
              value={size}
              className={styles.radio}
              aria-label={available ? ofSize(size) : words.sizeUnavailable(size)}
              title={available ? undefined : words.sizeUnavailable(size)}
              checked={size === chosen}
              disabled={!available}
              onChange={() => onChoose(size)}
            />
            <span aria-hidden="true">{oneSize ?? size}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
