const MINUTE_S = 60
const HOUR_S = 3_600

/**
 * How long the rest of some work takes at the speed so far, in words: `about 2 min left`. Empty while too little is
 * done to tell.
 */
export function timeLeft({ done, all, elapsedMs }: { done: number; all: number; elapsedMs: number }): string {
  if (done <= 0 || done >= all || elapsedMs < 1_000) return ''
  return `about ${formatDuration((elapsedMs / done) * (all - done))} left`
}

/** A duration in words: `40 s`, `3 min`, `2 h 5 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000))
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / MINUTE_S)
  if (seconds < HOUR_S) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A number of bytes in words: `812 kB`, `1.4 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
