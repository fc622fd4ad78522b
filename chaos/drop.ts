import { setTimeout as sleep } from 'node:timers/promises'
import { loadRoom, doubles } from '#scripts/robots/room-load.ts'
import { readDropBooks } from '#db/drops/drop-course.ts'
import { addDrop } from '#bench/harness/stocked-drop.ts'
import { audit, MUST_BE_ZERO, readStock, type AuditCounts } from './audit/audit.ts'
import { NO_OUTAGES } from './plan.ts'
import { mergeComplaints, unexpected } from './report.ts'
import { openScene, type PostgresDatabase } from './scene.ts'
import { untilQuiet } from './until-quiet.ts'

/** The result of a drop whose processes are killed while it starts. */
export interface StormyDrop {
  processes: number
  visitors: number
  pieces: number
  sold: number
  left: number
  mostOfOne: number
  /** Visitors by how it ended for them. */
  endings: Record<'paid' | 'soldOut' | 'left' | 'refused' | 'missed', number>
  /** Visitors whose place became another one, and places that two have. */
  moved: number
  doubles: number
  /** Turns whose place is not that of the draw. */
  wrongTurns: number
  secondsToLastSale: number
  books: AuditCounts
  faults: string[]
  complaints: Record<string, number>
}

const VISITORS = { early: 400, earlyMs: 8_000, late: 200, lateMs: 15_000 }
const PIECES = 60
const ROOM = { opensMinutes: 30, turnMinutes: 2, turns: 30, perMinute: 240 }
/** For the start of the processes. */
const LEAD_MS = 7_000
/** What happens when, from the start. `clock`: the process starts again with a clock that is this much ahead. */
const STORM: readonly { at: number; kill: 'first' | 'last' | 'all' | null; clock?: number }[] = [
  { at: -4_000, kill: 'first' },
  { at: 0, kill: 'last' },
  { at: 6_000, kill: null },
  { at: 10_000, kill: 'first', clock: -10_000 },
  { at: 15_000, kill: 'last', clock: 10_000 },
  { at: 20_000, kill: 'all' },
]
const MUCH_LATER_MS = 20 * 60_000

/**
 * 400 wait for 60 pieces and 200 more come, while each process is killed, PostgreSQL restarts as in a crash, clocks
 * jump, and the mail server takes seconds for each email.
 */
export async function runDrop(
  { processes, seed }: { processes: number; seed: number },
  postgres?: PostgresDatabase,
): Promise<StormyDrop> {
  const scene = await openScene({ processes, purchases: 0 }, postgres?.url)
  try {
    const { database, sentLog, dataDir } = scene
    let starts = 0
    async function start(which: number, laterMs = 0, isOver = false): Promise<void> {
      starts += 1
      await scene.processes[which]?.start({
        seed: seed + starts,
        laterMs,
        calm: true,
        sentLog,
        outages: { ...NO_OUTAGES, slowMail: !isOver },
      })
    }
    const all = scene.processes.map((_, which) => which)
    const startsAt = Date.now() + LEAD_MS + VISITORS.earlyMs
    const drop = await addDrop(database, { units: PIECES, soldFrom: startsAt, room: ROOM, payMinutes: 2 })
    const before = await readStock(database)
    await Promise.all(all.map((which) => start(which)))

    async function storm(): Promise<void> {
      for (const { at, kill, clock } of STORM) {
        await sleep(Math.max(0, startsAt + at - Date.now()))
        if (kill === null) await postgres?.restart('immediate')
        const killed = kill === 'all' ? all : kill === 'first' ? [0] : kill === 'last' ? [processes - 1] : []
        await Promise.all(killed.map((which) => scene.processes[which]?.kill()))
        await Promise.all(killed.map((which) => start(which, clock)))
      }
    }
    const title = postgres ? 'PostgreSQL' : 'SQLite'
    const ports = scene.processes.map(({ url }) => Number(new URL(url).port))
    const [report] = await Promise.all([
      loadRoom({ title, ports, hasRoom: true, startsAt, isStormy: true, ...drop, ...VISITORS }),
      storm(),
    ])
    await Promise.all(scene.processes.map((one) => one.kill()))
    await Promise.all(all.map((which) => start(which, MUCH_LATER_MS, true)))
    const noise = await untilQuiet(database)

    const { sold, left, mostOfOne } = await readDropBooks(database, drop.pieces)
    const books = await audit(database, { before, purchases: [], dataDir, sentLog })
    const turns = await database.db.selectFrom('drop_turns').select(['number', 'place']).execute()
    const drawn = new Map(report.draw.map(({ number, place }) => [number, place]))
    const { paid, soldOut, refused, missed, moved, failures, secondsToLastSale } = report
    const complaints = scene.processes.map((one) => one.complaints)
    const counts = { moved, doubles: doubles(report.draw), wrongTurns: 0 }
    counts.wrongTurns = turns.filter(({ number, place }) => drawn.get(number) !== place).length
    return {
      processes,
      visitors: VISITORS.early + VISITORS.late,
      pieces: PIECES,
      sold,
      left,
      mostOfOne,
      endings: { paid, soldOut, left: report.left, refused, missed },
      ...counts,
      secondsToLastSale,
      books,
      faults: [
        ...noise,
        ...unexpected(complaints, { restarted: postgres !== undefined }),
        ...Object.entries(failures).map(([what, times]) => `failed ${times} times: ${what}`),
        ...(sold === PIECES && left === 0 ? [] : [`sold ${sold} and left ${left} of ${PIECES}`]),
        ...(mostOfOne > 1 ? [`one person has ${mostOfOne}`] : []),
        ...Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`])),
        ...MUST_BE_ZERO.filter((count) => books[count] !== 0).map((count) => `${count}: ${books[count]}`),
      ],
      complaints: mergeComplaints(complaints),
    }
  } finally {
    await scene.close()
  }
}
