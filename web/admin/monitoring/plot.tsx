import type { PlotView } from '#web/views/monitoring/monitoring-view.ts'
import styles from './monitoring-page.module.css'

const HEIGHT = 100

const LAST_DAY = ['24 hours ago', 'Now'] as const

/** A measurement as a line, of the last day; the words above it give the current and the worst value. */
export default function Plot({
  plot: { id, title, now, past, points },
  axis = LAST_DAY,
}: {
  plot: PlotView
  axis?: readonly [string, string]
}) {
  return (
    <section className={styles.plot} aria-labelledby={`plot-${id}`}>
      <h3 id={`plot-${id}`}>{title}</h3>
      <p className={styles.words}>
        <strong>{now}</strong>
        {past !== null && <span> {past}</span>}
      </p>
      {points.length > 0 && (
        <>
          <svg
            className={styles.chart}
            viewBox={`0 0 ${points.length} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            <path className={styles.area} d={outline(points, true)} />
            <path className={styles.line} d={outline(points, false)} />
          </svg>
          <p className={styles.axis} aria-hidden="true">
            <span>{axis[0]}</span>
            <span>{axis[1]}</span>
          </p>
        </>
      )}
    </section>
  )
}

/** The measured stretches as steps, closed down to the axis as an area. Where nothing was measured, there is a gap. */
function outline(points: readonly (number | null)[], isArea: boolean): string {
  let path = ''
  let isOpen = false
  for (const [at, point] of points.entries()) {
    if (point === null) {
      if (isOpen && isArea) path += `V${HEIGHT}z`
      isOpen = false
      continue
    }
    const y = Math.round((1 - point) * HEIGHT * 10) / 10
    if (!isOpen) path += isArea ? `M${at} ${HEIGHT}V${y}` : `M${at} ${y}`
    path += `V${y}h1`
    isOpen = true
  }
  return isOpen && isArea ? `${path}V${HEIGHT}z` : path
}
