import { mkdir, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { findEntriesOf, findWinningEntries } from '#db/drops/draw-entries.ts'
import { findRoom } from '#db/drops/drop-rooms.ts'
import { endRehearsal, tellRehearsal } from '#db/drops/drop-rehearsals.ts'
import { readDropBooks } from '#db/drops/drop-course.ts'
import { openDatabase, type DatabaseLocation, type ShopDatabase } from '#db/engine/open-database.ts'
import { openSignedLinks } from '#db/engine/signed-links.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { CopyRefused } from '#db/backups/database-copy.ts'
import type { Product } from '#domain/catalog/product.ts'
import { hasDraw, type DrawnDrop } from '#domain/drops/draw.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { findRush, type RehearsalOutcome } from '#domain/drops/rehearsal.ts'
import { toProductId } from '#domain/ids.ts'
import { CHARGED_CURRENCY } from '#domain/settings/currency.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { readLiveDraw } from '#operations/draws/draw-desk.ts'
import { entryToken } from '#operations/draws/enter-draw.ts'
import { copyDrop, planRehearsal } from '#operations/drops/copy-drop.ts'
import { readDropCourse } from '#operations/drops/read-drop-course.ts'
import {
  REHEARSAL_LEASE_MS,
  type AnswerTimes,
  type RehearsalCourse,
  type RehearsalReport,
} from '#operations/drops/rehearse-drop.ts'
import { readSetting } from '#operations/saved-settings.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import { residentMegabytes } from '#scripts/robots/process-usage.ts'
import { LAST_ENTRY_MS, loadDraw, type DrawMail } from '#scripts/robots/draw-load.ts'
import {
  loadRoom,
  newReport,
  type DropPiece,
  type RoomLoad,
  type RoomReport,
} from '#scripts/robots/room-load.ts'
import { placeForCopy, removeLeftCopies, rehearsalFolder, startCopiedShop } from './copied-shop.ts'
import { findTerms } from './robot-terms.ts'

/** A rehearsal that was asked for, and the shop that sells. */
export interface RehearsalRun {
  database: ShopDatabase
  location: DatabaseLocation
  dataDir: string
  drop: Drop
  robots: number
  by: string
  /** Ends it: with Ctrl-C, or as the shop that began it ends. */
  stop: AbortSignal
  onTold?: (course: RehearsalCourse) => void
}

/** How it ended; `failure`: why it could not be run, or was stopped, in words. */
export interface EndedRehearsal {
  outcome: RehearsalOutcome
  failure: string
  course: RehearsalCourse
}

/** Whoever does not buy by then, or whose piece nobody pays for, is not waited for. */
const MAX_RUN_MS = 10 * 60_000
const TELL_EVERY_MS = 1_000
/** Two thirds are there at the start, over so long before it; the others come over as long after it. */
const EARLY = 2 / 3
const ARRIVAL = { leastMs: 6_000, mostMs: 40_000, perRobotMs: 5 }
const LEAD_MS = 3_000
/** One of so many orders and does not pay. */
const ABANDON_ONE_OF = 30

class Stopped extends Error {}

/** Copies the drop, sells it to robots, and removes the copy. It always ends the lease. */
export async function runRehearsal(run: RehearsalRun): Promise<EndedRehearsal> {
  const { database, drop, by } = run
  const course: RehearsalCourse = {
    phase: 'copying',
    startsAt: null,
    robots: countsOf(newReport()),
    polls: 0,
    orders: 0,
    serverErrors: 0,
    memoryMegabytes: 0,
    sale: null,
    report: null,
  }
  const stopping = new AbortController()
  const end = (words: string) => stopping.abort(new Stopped(words))
  run.stop.addEventListener('abort', () => end('It was stopped as the program that ran it ended.'))
  if (run.stop.aborted) end('It was stopped as the program that ran it ended.')
  const tell = async () => {
    const until = Date.now() + REHEARSAL_LEASE_MS
    const stored = { dropId: drop.id, by, until, course: JSON.stringify(course) }
    if (!(await tellRehearsal(database.db, stored))) end('Staff stopped it.')
    run.onTold?.(course)
    const rush = findRush((await readSetting(database.db, DROPS)).value.drops, Date.now())
    if (rush) end(`It was stopped for the customers of ${rush.drop.name}.`)
  }
  let telling = Promise.resolve()
  const timer = setInterval(() => {
    telling = telling.then(tell).catch(() => {}) // the lease outlasts a database that is away for a moment
  }, TELL_EVERY_MS)
  let outcome: RehearsalOutcome = 'finished'
  let failure = ''
  try {
    await tell()
    await withCopy(run, course, stopping)
  } catch (error) {
    outcome = error instanceof Stopped ? 'stopped' : 'failed'
    failure = error instanceof Error ? error.message : String(error)
    if (outcome === 'failed' && !(error instanceof CopyRefused)) failure = `It could not go on: ${failure}`
  } finally {
    clearInterval(timer)
    await telling
    const ended = { dropId: drop.id, by, now: Date.now(), outcome, failure }
    await endRehearsal(database.db, { ...ended, course: JSON.stringify(course) })
  }
  return { outcome, failure, course }
}

/** What one run uses of the shop on the copy. */
async function withCopy(
  run: RehearsalRun,
  course: RehearsalCourse,
  stopping: AbortController,
): Promise<void> {
  const { signal } = stopping
  const folder = rehearsalFolder(run.dataDir)
  await removeLeftCopies(run.location, run.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const closers = [() => rm(folder, { recursive: true, force: true, maxRetries: 10 })]
  try {
    const place = await placeForCopy(run.location, folder)
    closers.push(() => place.remove())
    const copy = await openDatabase(place.location)
    closers.push(() => copy.close())
    await migrate(copy)
    const drop = await copyDrop(run.database, copy, run.drop, Date.now())
    signal.throwIfAborted()
    course.phase = 'starting'
    const shop = await startCopiedShop(place.location, folder, signal)
    closers.push(() => shop.kill())
    void shop.ended.then((words) => stopping.abort(new Error(`the shop on the copy ended. ${words}`)))
    await sell(run, { copy, drop, shop, course, signal })
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

interface Sale {
  copy: ShopDatabase
  drop: Drop
  shop: { pid: number; port: number }
  course: RehearsalCourse
  signal: AbortSignal
}

async function sell(run: RehearsalRun, { copy, drop, shop, course, signal }: Sale): Promise<void> {
  const catalog = new SqlCatalog(copy)
  const products = await catalog.findMany(drop.products.map(toProductId))
  const terms = await findTerms(shop.port, products)
  const currency = (await readSetting(copy.db, CHARGED_CURRENCY)).value.charged.toLowerCase()
  const { leastMs, mostMs, perRobotMs } = ARRIVAL
  const arrivalMs = Math.min(mostMs, Math.max(leastMs, run.robots * perRobotMs))
  const hasRoom = drop.room !== null
  const now = Date.now()
  const ofDraw = drop.draw === null ? 0 : LAST_ENTRY_MS
  const startsAt = now + LEAD_MS + (hasRoom || drop.draw !== null ? arrivalMs : 0) + ofDraw
  const planned = await planRehearsal(copy, drop, { now, startsAt })
  await untilPublic(shop.port, planned, signal)
  course.phase = 'waiting'
  course.startsAt = startsAt
  const seen = newReport()
  const look = async () => {
    Object.assign(course, {
      phase: Date.now() < startsAt ? 'waiting' : 'selling',
      robots: countsOf(seen),
      polls: seen.polls.length,
      orders: seen.orders.length,
      serverErrors: seen.serverErrors,
      memoryMegabytes: Math.max(course.memoryMegabytes, memoryOf(shop.pid)),
      sale: await readDropCourse({ database: copy, catalog, now: Date.now }, planned),
    } satisfies Partial<RehearsalCourse>)
  }
  const isLong = AbortSignal.timeout(startsAt - now + MAX_RUN_MS)
  const early = Math.round(run.robots * EARLY)
  const load: RoomLoad = {
    ports: [shop.port],
    handle: drop.handle,
    checksCard: planned.draw?.checksCard ?? false,
    hasRoom,
    startsAt,
    early,
    earlyMs: arrivalMs,
    late: run.robots - early,
    lateMs: arrivalMs,
    pieces: terms.pieces,
    customer: terms.customer,
    currency,
    abandonOneOf: ABANDON_ONE_OF,
    forMs: Infinity,
    stop: AbortSignal.any([signal, isLong]),
  }
  const crowd = hasDraw(planned)
    ? loadDraw(load, await mailOfDraw(copy, planned), seen)
    : loadRoom(load, seen)
  const isDone = crowd.then(() => true)
  isDone.catch(() => {})
  do await look()
  while (!(await Promise.race([isDone, sleep(TELL_EVERY_MS, false)])))
  if (!signal.aborted || signal.reason instanceof Stopped) {
    await look()
    course.report = await reportOf(copy, { before: products, pieces: terms.pieces, seen })
  }
  signal.throwIfAborted()
}

/** Until the shop on the copy knows of the drop. */
async function untilPublic(port: number, { handle, room, draw }: Drop, signal: AbortSignal): Promise<void> {
  const path = room ? `/api/drops/${handle}/room` : `/drop/${handle}${draw ? '/draw' : ''}`
  for (;;) {
    signal.throwIfAborted()
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
    if (status === 200) return
    await sleep(100)
  }
}

/** The links of its emails, as the shop on the copy has made them. */
async function mailOfDraw(copy: ShopDatabase, drop: DrawnDrop): Promise<DrawMail> {
  const catalog = new SqlCatalog(copy)
  const signedLinks = await openSignedLinks(copy)
  const given = new Set<string>()
  return {
    async linksOf(email) {
      const id = (await findEntriesOf(copy.db, email)).find((one) => !given.has(one))
      if (id === undefined) return null
      given.add(id)
      const key = signedLinks.keyFor('draw-entry', id)
      return { id, key, token: entryToken({ signedLinks }, id).get('token') ?? '' }
    },
    async won() {
      const room = await findRoom(copy.db, drop.id)
      const live = await readLiveDraw({ database: copy, catalog, now: Date.now }, drop)
      const ids = new Set<string>(room === null ? [] : await findWinningEntries(copy.db, room.id))
      const isLeft = live?.lines.some(({ units, waiting }) => units !== 0 && waiting > 0) ?? true
      return { ids, isOver: live?.phase === 'over' || (live?.phase === 'drawing' && !isLeft) }
    },
  }
}

async function reportOf(
  copy: ShopDatabase,
  {
    before,
    pieces,
    seen,
  }: {
    before: readonly Product[]
    pieces: readonly DropPiece[]
    seen: RoomReport
  },
): Promise<RehearsalReport> {
  const ids = before.map(({ id }) => id)
  const after = await new SqlCatalog(copy).findMany(ids)
  const { sold, mostOfOne } = await readDropBooks(copy, pieces)
  const had = piecesOf(before)
  return {
    pieces: had,
    left: piecesOf(after),
    sold,
    oversold: had === null ? 0 : Math.max(0, sold - had),
    mostOfOne,
    polls: timesOf(seen.polls),
    orders: timesOf(seen.orders),
    failures: Object.entries(seen.failures)
      .map(([words, robots]) => ({ words, robots }))
      .toSorted((one, other) => other.robots - one.robots)
      .slice(0, 10),
  }
}

/** The pieces of all products together; null: those of one are not counted. */
function piecesOf(products: readonly Product[]): number | null {
  const each = products.map(({ stock, sizes }) => {
    const ofSizes = sizes.map((one) => one.stock)
    if (ofSizes.some((count) => count === null)) return stock
    const sum = ofSizes.reduce<number>((all, count) => all + (count ?? 0), 0)
    return stock === null ? sum : Math.min(stock, sum)
  })
  return each.includes(null) ? null : each.reduce<number>((all, count) => all + (count ?? 0), 0)
}

function timesOf(values: readonly number[]): AnswerTimes {
  if (values.length === 0) return { count: 0, half: 0, most: 0, slowest: 0 }
  const at = (share: number) => Math.round(percentile(values, share))
  return { count: values.length, half: at(50), most: at(95), slowest: at(100) }
}

/** Only Linux tells. */
function memoryOf(pid: number): number {
  try {
    return Math.round(residentMegabytes(pid))
  } catch {
    return 0
  }
}

function countsOf(report: RoomReport): RehearsalCourse['robots'] {
  const { arrived, waiting, paid, soldOut, left, abandoned, refused, missed, failed } = report
  return { arrived, waiting, paid, soldOut, left, abandoned, refused, missed, failed }
}
