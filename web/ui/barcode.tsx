import type { BarcodeView } from '#web/views/packing/slip-view.ts'
import styles from './barcode.module.css'

/** Two CSS pixels for each module: half a millimetre on paper, which every scanner resolves. */
const MODULE_PX = 2

/** A printed barcode. Its bars stretch to the height of the picture. */
export default function Barcode({ label, view }: { label: string; view: BarcodeView }) {
  return (
    <svg
      className={styles.barcode}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${view.modules} 1`}
      width={view.modules * MODULE_PX}
      height={64}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <path d={view.path} />
    </svg>
  )
}
