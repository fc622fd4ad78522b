import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Figure } from '#bench/question.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import { onEachEngine } from '#bench/harness/each-engine.ts'
import { startLoadProcess, type LoadProcess } from '#bench/harness/load/load-process.ts'
import { doubles, type RoomReport } from '#scripts/robots/room-load.ts'
import { residentMegabytes } from '#scripts/robots/process-usage.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { readDropBooks } from '#db/drops/drop-course.ts'
import { addDrop } from '#bench/harness/stocked-drop.ts'
import { openShopDatabase } from '#bench/harness/stocked-database.ts'

/** Fewer visitors for a trial: `SCALE=0.03 npm run bench -- drop`. */
const SCALE = Number(process.env['SCALE'] ?? 1)
const EARLY = Math.round(10_000 * SCALE)
const LATE = Math.round(5_000 * SCALE)
const PIECES = 200
const EARLY_MS = 40_000 * Math.min(1, SCALE * 4)
const LATE_MS = 20_000 * Math.min(1, SCALE * 4)
/** For the start of the processes. */
const LEAD_MS = 12_000
const ROOM = { opensMinutes: 30, turnMinutes: 2, turns: 200, perMinute: 1_200 }
const MEMORY_EVERY_MS = 500
/** Where the product is looked for, from before the start. */
const PAGES = ['/drop/bench', '/shop', '/api/search?q=jacket', '/feed.xml']
const LOOK_BEFORE_MS = 2_000
const LOOK_AFTER_MS = 10_000
const LOOK_EVERY_MS = 25
/** Of a chi-square with 81 degrees of freedom, at p = 0.01. */
const MAX_CHI_SQUARE = 113.51

/**
 * 10,000 wait in the room of a drop and 5,000 more come after its start, for 200 pieces in six sizes: is everything
 * sold once, in the order of the draw, and how long does an answer take? Then the same without a room. On PostgreSQL
 * two processes share the work.
 */
export async function measure(): Promise<Answer> {
  buildShop()
  const load = startLoadProcess()
  const answers = []
  for (const hasRoom of [true, false])
    answers.push(...(await onEachEngine((engine, url) => drop(load, { engine, url, hasRoom }))))
  load.stop()
  return {
    figures: answers.flatMap(({ figures }) => figures),
    details: {
      early: EARLY,
      late: LATE,
      pieces: PIECES,
      room: ROOM,
      each: answers.map(({ details }) => details),
    },
  }
}

async function drop(
  load: LoadProcess,
  { engine, url, hasRoom }: { engine: string; url: string | undefined; hasRoom: boolean },
) {
  const dataDir = temporaryFolder()
  const startsAt = Date.now() + LEAD_MS + (hasRoom ? EARLY_MS : 0)
  const open = () => openShopDatabase(dataDir, url)
  const before = await open()
  const room = hasRoom ? ROOM : null
  const { handle, pieces } = await addDrop(before, { units: PIECES, soldFrom: startsAt, room })
  await before.close()
  const environment = { DEMO: 'off', ...(url !== undefined && { DATABASE_URL: url }) }
  const shops = [await startShop({ dataDir, environment })]
  if (url !== undefined) shops.push(await startShop({ dataDir, environment }))
  const memory = shops.map(() => 0)
  const watch = setInterval(() => {
    for (const [at, { pid }] of shops.entries())
      memory[at] = Math.max(memory[at] ?? 0, residentMegabytes(pid))
  }, MEMORY_EVERY_MS)
  const title = hasRoom ? engine : `${engine} without a room`
  const ports = shops.map(({ port }) => port)
  const visitors = { early: EARLY, earlyMs: EARLY_MS, late: LATE, lateMs: LATE_MS }
  const seen = Promise.all(ports.map((port) => lastSeen(port, startsAt)))
  const report = await load.room({ title, ports, handle, hasRoom, startsAt, pieces, ...visitors })
  const seenAfter = await seen
  clearInterval(watch)
  for (const shop of shops) await shop.stop()
  const after = await open()
  const { sold, left, mostOfOne } = await readDropBooks(after, pieces)
  await after.close()
  const { polls, orders, failed, failures, draw, ...rest } = report
  const figure = (what: string, value: number, unit = '', promise: Partial<Figure> = {}): Figure => ({
    what: `${title}: ${what}`,
    value,
    unit,
    ...promise,
  })
  const exactly = (what: string, value: number, owed: number) =>
    figure(what, value, '', { most: owed, least: owed })
  const most = (promised: number) => (hasRoom ? { most: promised } : {})
  const owed = Math.min(PIECES, EARLY + LATE)
  const figures = [
    exactly('pieces sold', sold, owed),
    exactly('pieces sold and left, without those there were', sold + left - PIECES, 0),
    exactly('the most that one person has', mostOfOne, 1),
    exactly('visitors who failed', failed, 0),
    exactly('places and numbers that two have', doubles(draw), 0),
    figure('answers 5xx', rest.serverErrors, '', most(0)),
    ...(hasRoom
      ? [
          figure('polls', polls.length),
          figure('poll, half are quicker', percentile(polls, 50), 'ms'),
          figure('poll, 95 % are quicker', percentile(polls, 95), 'ms', most(100)),
          figure('poll, the slowest', percentile(polls, 100), 'ms'),
        ]
      : []),
    ...seenAfter.map((after, at) =>
      figure(`the product is on every page of process ${at + 1} after`, after, 'ms', {
        least: 0,
        most: 1_000,
      }),
    ),
    figure('order, half are quicker', percentile(orders, 50), 'ms'),
    figure('order, 95 % are quicker', percentile(orders, 95), 'ms'),
    ...memory.map((value, at) => figure(`memory of process ${at + 1}`, value, 'MB', { most: 300 })),
    figure('from the start to the last sale', rest.secondsToLastSale, 's', { most: 60 }),
    ...(hasRoom
      ? [figure('chi-square of places against arrivals', chiSquare(draw), '', most(MAX_CHI_SQUARE))]
      : []),
  ]
  return { figures, details: { title, failures, memory, ...rest } }
}

/** How long after the start the last of these pages has the product; negative: one of them had it before. */
async function lastSeen(port: number, startsAt: number): Promise<number> {
  await sleep(Math.max(0, startsAt - LOOK_BEFORE_MS - Date.now()))
  const seen = PAGES.map(async (path) => {
    while (Date.now() < startsAt + LOOK_AFTER_MS) {
      const page = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
      if (page.includes('Bench jacket')) return Date.now() - startsAt
      await sleep(LOOK_EVERY_MS)
    }
    return LOOK_AFTER_MS
  })
  const times = await Promise.all(seen)
  return times.find((after) => after < 0) ?? Math.max(...times)
}

/** How far the places of those present at the start depend on who came first, by tenths. */
function chiSquare(all: RoomReport['draw']): number {
  const draw = all.filter(({ isPresent }) => isPresent)
  const tenth = (value: number) => Math.min(9, Math.floor(((value - 1) * 10) / draw.length))
  const counts = Array.from({ length: 100 }, () => 0)
  for (const { number, place } of draw) counts[10 * tenth(number) + tenth(place)]! += 1
  const expected = draw.length / 100
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}
