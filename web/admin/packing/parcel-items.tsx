import { missingUnits } from '#domain/packing/packing-bench.ts'
import styles from './packing-page.module.css'
import type { OpenParcel } from './use-bench-state.ts'

/** The items of an open parcel. Each is a button that counts one. */
export default function ParcelItems({
  parcel,
  onTap,
}: {
  parcel: OpenParcel
  onTap: (position: number) => void
}) {
  return (
    <ul className={styles.items} aria-label="Items">
      {parcel.items.map((item) => {
        const { position, name, size, quantity } = item
        const isFull = missingUnits(parcel, item) === 0
        return (
          <li key={position}>
            <button type="button" className={styles.item} data-full={isFull} onClick={() => onTap(position)}>
              <span className={styles.size}>{size}</span>
              <span className={styles.name}>{name}</span>
              <span className={styles.count}>
                {quantity - missingUnits(parcel, item)} of {quantity}
                {isFull && <span aria-hidden="true"> ✓</span>}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
