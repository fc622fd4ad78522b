const MINUTE_MS = 60_000

/** The units of an age in minutes, the largest first: years only when they are whole. */
const UNITS = [
  ['year', 525_600],
  ['week', 10_080],
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const

/** From this age on, in weeks: `13 days`, then `2 weeks`. */
const FIRST_WEEKS = 2

/** How long ago something happened, in its largest unit: `2 days`, `5 minutes`, `just now`. */
export function formatAge(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS)
  for (const [unit, length] of UNITS) {
    const count = Math.floor(minutes / length)
    if (count < (unit === 'week' ? FIRST_WEEKS : 1)) continue
    return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
  }
  return 'just now'
}
