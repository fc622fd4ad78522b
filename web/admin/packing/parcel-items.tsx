import { missingUnits } from '#domain/packing/packing-bench.ts'
import Picture from '#web/ui/picture.tsx'
import styles from './packing-page.module.css'
import type { OpenParcel } from './use-bench-state.ts'

/** The items of an open parcel. Each is a button that counts one; another takes one back. */
export default function ParcelItems({
  parcel,
  onTap,
  onTakeBack,
}: {
  parcel: OpenParcel
  onTap: (position: number) => void
  onTakeBack: (position: number) => void
}) {
  return (
    <ul className={styles.items} aria-label="Items">
      {parcel.items.map((item) => {
        const { position, name, size, quantity, bin, picture } = item
        const isFull = missingUnits(parcel, item) === 0
        return (
          <li key={position} className={styles.row}>
            <button type="button" className={styles.item} data-full={isFull} onClick={() => onTap(position)}>
              <span className={styles.size}>{size}</span>
              <span className={styles.picture}>
                <Picture picture={picture} sizes="3.5rem" decorative />
              </span>
              <span className={styles.name}>
                {name}
                {bin !== '' && <span className={styles.bin}>Bin {bin}</span>}
              </span>
              <span className={styles.count}>
                {quantity - missingUnits(parcel, item)} of {quantity}
                {isFull && <span aria-hidden="true"> ✓</span>}
              </span>
            </button>
            {(parcel.packed[position] ?? 0) > 0 && (
              <button
                type="button"
                className={styles.back}
                aria-label={`Take one back: ${name}, ${size}`}
                onClick={() => onTakeBack(position)}
              >
                −
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
