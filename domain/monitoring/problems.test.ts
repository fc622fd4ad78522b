import { expect, test } from 'vitest'
import { findProblems, type Readings } from './problems.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const HOUR = 3_600_000
const DAY = 24 * HOUR

const WELL: Readings = {
  disk: { free: 50e9, all: 100e9 },
  outbox: { waiting: 0, mails: 0, oldest: null },
  backup: { newestAt: NOW - 9 * HOUR },
  unconfirmedRefunds: { count: 0, oldestAt: null },
  settlements: null,
  certificateEndsAt: NOW + 60 * DAY,
}
const kinds = (changed: Partial<Readings>) =>
  findProblems({ ...WELL, ...changed }, NOW).map(({ kind }) => kind)

test('a shop that works has no problem', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ backup: null, certificateEndsAt: null })).toEqual([])
})

test.each<[string, Partial<Readings>, Partial<Readings>]>([
  ['disk', { disk: { free: 9.9e9, all: 100e9 } }, { disk: { free: 10e9, all: 100e9 } }],
  [
    'outbox',
    {
      outbox: {
        waiting: 3,
        mails: 3,
        oldest: { kind: 'order-confirmation', at: NOW - HOUR - 1, error: null },
      },
    },
    { outbox: { waiting: 3, mails: 3, oldest: { kind: 'order-confirmation', at: NOW - HOUR, error: null } } },
  ],
  ['backup', { backup: { newestAt: NOW - 36 * HOUR - 1 } }, { backup: { newestAt: NOW - 36 * HOUR } }],
  [
    'refunds',
    { unconfirmedRefunds: { count: 1, oldestAt: NOW - HOUR - 1 } },
    { unconfirmedRefunds: { count: 1, oldestAt: NOW - HOUR } },
  ],
  [
    'settlements',
    { settlements: { failingSince: NOW - DAY - 1, error: 'No answer' } },
    { settlements: { failingSince: NOW - DAY, error: 'No answer' } },
  ],
  ['certificate', { certificateEndsAt: NOW + 14 * DAY - 1 }, { certificateEndsAt: NOW + 14 * DAY }],
])('%s is a problem beyond its limit, not at it', (kind, beyond, at) => {
  expect(kinds(beyond)).toEqual([kind])
  expect(kinds(at)).toEqual([])
})

test('a shop that never made a backup gets an alert after a night, one with an old backup immediately', () => {
  expect(findProblems({ ...WELL, backup: { newestAt: null } }, NOW)).toEqual([
    { kind: 'backup', detail: {}, lastsMs: 36 * HOUR },
  ])
  expect(findProblems({ ...WELL, backup: { newestAt: NOW - 3 * DAY } }, NOW)).toEqual([
    { kind: 'backup', detail: { at: NOW - 3 * DAY }, lastsMs: 0 },
  ])
})

test('an alert about waiting outbox tasks includes their last error', () => {
  const oldest = { kind: 'order-confirmation', at: NOW - 2 * HOUR, error: 'Connection refused' }
  expect(findProblems({ ...WELL, outbox: { waiting: 3, mails: 3, oldest } }, NOW)).toEqual([
    {
      kind: 'outbox',
      detail: {
        count: 3,
        mails: 3,
        at: NOW - 2 * HOUR,
        task: 'order-confirmation',
        error: 'Connection refused',
      },
      lastsMs: 0,
    },
  ])
})
