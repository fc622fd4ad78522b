import { describe, expect, test } from 'vitest'
import { shopDay } from '#domain/shop-day.ts'
import { lastTimeAtHour } from '#domain/shop-time.ts'
import { isJobDue, wasInterrupted, type JobTimes } from './backup-jobs.ts'

const ZONE = 'America/Regina' // six hours behind
const HOUR = 3_600_000
const NOON = Date.parse('2026-11-21T18:00:00Z')
const THREE = Date.parse('2026-11-21T09:00:00Z')
const at = { now: NOON, hour: 3, timeZone: ZONE }

const times = (changes: Partial<JobTimes> = {}): JobTimes => ({
  leasedUntil: 0,
  wantedAt: null,
  beganAt: THREE,
  endedAt: THREE + 60_000,
  failure: null,
  ...changes,
})

test('the time of a nightly job is in the time zone of the shop, and today or yesterday', () => {
  expect(lastTimeAtHour(NOON, 3, ZONE)).toBe(THREE)
  expect(lastTimeAtHour(THREE - 1, 3, ZONE)).toBe(THREE - 24 * HOUR)
  expect(lastTimeAtHour(NOON, 23, ZONE)).toBe(Date.parse('2026-11-21T05:00:00Z'))
})

test.each([
  [
    'in the hour that the day lost or gained already',
    'America/Toronto',
    '2026-03-08',
    3,
    '2026-03-08T07:00Z',
  ],
  [
    'in the hour that the day lost or gained already',
    'America/Toronto',
    '2026-11-01',
    3,
    '2026-11-01T08:00Z',
  ],
  ['at the change where the clock skips the hour', 'America/Toronto', '2026-03-08', 2, '2026-03-08T07:00Z'],
  ['at the change where the clock skips the hour', 'Pacific/Auckland', '2026-09-27', 2, '2026-09-26T14:00Z'],
  ['the first time where the clock shows it twice', 'America/Toronto', '2026-11-01', 1, '2026-11-01T05:00Z'],
  ['the first time where the clock shows it twice', 'Pacific/Auckland', '2026-04-05', 2, '2026-04-04T13:00Z'],
])(
  'on days when the clock changes a nightly job runs %s: %s, %s, %i',
  (_when, timeZone, day, hour, begins) => {
    const expected = Date.parse(begins)
    for (let now = expected; shopDay(now, timeZone) === day; now += HOUR / 2) {
      expect(lastTimeAtHour(now, hour, timeZone)).toBe(expected)
    }
    expect(lastTimeAtHour(expected - 1, hour, timeZone)).toBeLessThan(expected - 22 * HOUR)
  },
)

describe('a backup is due', () => {
  test.each([
    ['not when it was made last night', times(), false],
    ['when it was made before last night', times({ beganAt: THREE - 1 }), true],
    ['immediately when there was none', times({ beganAt: null, endedAt: null }), true],
    ['when staff request it', times({ wantedAt: NOON - 1_000 }), true],
    ['not again for an older request', times({ wantedAt: THREE - 1 }), false],
    ['not while one is made', times({ wantedAt: NOON, leasedUntil: NOON + 1 }), false],
    ['not within an hour of a failure', times({ endedAt: NOON - HOUR + 1, failure: 'No room.' }), false],
    ['an hour after a failure', times({ endedAt: NOON - HOUR, failure: 'No room.' }), true],
    ['an hour after one that was killed', times({ beganAt: NOON - HOUR, endedAt: null }), true],
    ['not sooner', times({ beganAt: NOON - HOUR + 1, endedAt: null }), false],
  ])('%s', (_when, known, isDue) => {
    expect(isJobDue('backup', known, at)).toBe(isDue)
  })
})

test.each(['rehearsal', 'copy-rehearsal'] as const)(
  'a %s is due after a week, and a day after a failure',
  (job) => {
    const week = 7 * 24 * HOUR
    const failed = (hours: number) => {
      const ago = NOON - hours * HOUR
      return times({ beganAt: ago - 1, endedAt: ago, failure: 'Damaged.' })
    }
    expect(isJobDue(job, times({ beganAt: NOON - week }), at)).toBe(true)
    expect(isJobDue(job, times({ beganAt: NOON - week + 1 }), at)).toBe(false)
    expect(isJobDue(job, failed(23), at)).toBe(false)
    expect(isJobDue(job, failed(24), at)).toBe(true)
  },
)

test('a run that has not ended was interrupted once its lease is over', () => {
  expect(wasInterrupted(times({ beganAt: NOON, endedAt: THREE }), NOON)).toBe(true)
  expect(wasInterrupted(times({ beganAt: NOON, endedAt: THREE, leasedUntil: NOON + 1 }), NOON)).toBe(false)
})
