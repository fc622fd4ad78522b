import type { Size } from '#domain/catalogue/size.ts'
import styles from './size-selector.module.css'

interface Props {
  sizes: { size: Size; available: boolean }[]
  chosen: Size | null
  onChoose: (size: Size) => void
}

/** The shop's six sizes; unavailable ones are marked for screen readers too. */
export default function SizeSelector({ sizes, chosen, onChoose }: Props) {
  return (
    <fieldset className={styles.sizes}>
      <legend className={styles.legend}>Size</legend>
      <div className={styles.row}>
        {sizes.map(({ size, available }) => (
          <label key={size} className={styles.size}>
            <input
              type="radio"
              name="size"
              value={size}
              className={styles.radio}
              aria-label={available ? `Size ${size}` : `Size ${size} is not available`}
              title={available ? undefined : `Size ${size} is not available`}
              checked={size === chosen}
              disabled={!available}
              onChange={() => onChoose(size)}
            />
            <span aria-hidden="true">{size}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
