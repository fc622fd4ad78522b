import { expect, test } from 'vitest'
import { backupName, backupTime } from './backup-manifest.ts'
import { backupsToKeep } from './backups-to-keep.ts'

const ZONE = 'America/Regina'
const NIGHT = Date.parse('2026-11-22T09:00:00Z')
const DAY_MS = 86_400_000

/** A backup every night for so many nights, the newest first. */
function nights(count: number): { name: string; takenAt: number }[] {
  return Array.from({ length: count }, (_, ago) => NIGHT - ago * DAY_MS).map((takenAt) => ({
    name: backupName(takenAt),
    takenAt,
  }))
}

const days = (names: Iterable<string>) => [...names].map((name) => name.slice(0, 10)).sort()

test('seven days, four weeks and twelve months keep their newest backup', () => {
  expect(days(backupsToKeep(nights(800), ZONE))).toEqual(
    `2026-11-22 2026-11-21 2026-11-20 2026-11-19 2026-11-18 2026-11-17 2026-11-16
      2026-11-15 2026-11-08 2026-11-01
      2026-10-31 2026-09-30 2026-08-31 2026-07-31 2026-06-30 2026-05-31 2026-04-30
      2026-03-31 2026-02-28 2026-01-31 2025-12-31`
      .split(/\s+/)
      .sort(),
  )
})

test('all backups of a day before the newest are kept, whatever their order', () => {
  const hourly = Array.from({ length: 30 }, (_, ago) => NIGHT - ago * 3_600_000).toReversed()
  const kept = backupsToKeep(
    hourly.map((takenAt) => ({ name: backupName(takenAt), takenAt })),
    ZONE,
  )
  // 24 hours, and the newest of the day before, which is among them.
  expect(kept.size).toBe(24 + 1)
})

test('after years without a backup the old ones are kept', () => {
  const [first] = nights(1)
  const old = { name: 'old', takenAt: NIGHT - 1_000 * DAY_MS }
  expect(backupsToKeep([old, ...(first ? [first] : [])], ZONE).size).toBe(2)
})

test('the name of a backup is its time', () => {
  expect(backupName(NIGHT)).toBe('2026-11-22T09-00-00Z')
  expect(backupTime('2026-11-22T09-00-00Z')).toBe(NIGHT)
})
