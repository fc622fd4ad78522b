import { shopDay } from '#domain/shop-day.ts'

/** How many days, weeks and months each keep a backup. */
export const BACKUP_RETENTION = { days: 7, weeks: 4, months: 12 } as const

/** A backup, and when it was taken in epoch milliseconds. */
interface TakenBackup {
  name: string
  takenAt: number
}

const DAY_MS = 24 * 3_600_000

/**
 * The names of the backups to keep: those of the 24 hours up to the newest, and the newest of each of the last seven
 * days, four weeks and twelve months that have one, in the shop's time zone.
 */
export function backupsToKeep(backups: readonly TakenBackup[], timeZone: string): Set<string> {
  const newestFirst = backups.toSorted((one, other) => other.takenAt - one.takenAt)
  const days = newestFirst.map(({ name, takenAt }) => ({ name, day: shopDay(takenAt, timeZone) }))
  const newestOfEach = (periodOf: (day: string) => string, most: number): string[] => {
    const found = new Map<string, string>()
    for (const { name, day } of days) if (!found.has(periodOf(day))) found.set(periodOf(day), name)
    return [...found.values()].slice(0, most)
  }
  const newest = newestFirst[0]?.takenAt ?? 0
  return new Set([
    ...newestFirst.filter(({ takenAt }) => takenAt > newest - DAY_MS).map(({ name }) => name),
    ...newestOfEach((day) => day, BACKUP_RETENTION.days),
    ...newestOfEach(weekOf, BACKUP_RETENTION.weeks),
    ...newestOfEach((day) => day.slice(0, 7), BACKUP_RETENTION.months),
  ])
}

/** A number that all days from a Monday to a Sunday share. */
function weekOf(day: string): string {
  const MONDAY_OFFSET = 3 // 1970-01-01 was a Thursday
  return String(Math.floor((Date.parse(day) / 86_400_000 + MONDAY_OFFSET) / 7))
}
