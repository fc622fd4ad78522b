import { afterEach, expect, test, vi } from 'vitest'
import { loadSteps } from '#operations/backups/backup-progress.ts'
import { printProgress } from './print-progress.ts'

afterEach(() => void vi.restoreAllMocks())

test('a long command prints a line for each step, and every two seconds one with the time left', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const lines: string[] = []
  const print = printProgress((line) => void lines.push(line))
  const { onCompared, onMigrated } = loadSteps(print)
  for (let done = 0; done <= 10; done += 1) {
    print({ step: 'Restoring the database', done: done * 1_000_000, all: 10_000_000, counts: 'bytes' })
    now += 1_000
  }
  onCompared(0, 60)
  onCompared(30, 60)
  now += 3_000
  onMigrated(0, 17)
  now += 2_000
  onMigrated(5, 17)
  expect(lines).toEqual([
    'Restoring the database (10.0 MB) ...',
    'Restoring the database: 20 %, about 8 s left',
    'Restoring the database: 40 %, about 6 s left',
    'Restoring the database: 60 %, about 4 s left',
    'Restoring the database: 80 %, about 2 s left',
    'Restoring the database: 100 %',
    'Comparing the sums (60 tables) ...',
    'Bringing the tables up to date (17 migrations) ...',
    'Bringing the tables up to date: 29 %, about 5 s left',
  ])
})

test('what an earlier run has done counts as done, but not in the estimate of the time left', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const lines: string[] = []
  const print = printProgress((line) => void lines.push(line))
  const step = { step: 'Copying images to s3', all: 500, counts: 'images' } as const
  print({ ...step, done: 400 })
  now += 10_000
  print({ ...step, done: 450 })
  expect(lines).toEqual([
    'Copying images to s3 (500 images) ...',
    'Copying images to s3: 90 %, about 10 s left',
  ])
})
