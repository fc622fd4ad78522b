import { randomUUID } from 'node:crypto'
import {
  endRehearsal,
  findActiveRehearsal,
  findRehearsal,
  leaseRehearsal,
  stopRehearsal,
  writeRehearsal,
} from '#db/drops/drop-rehearsals.ts'
import { transact } from '#db/engine/transact.ts'
import { insertAuditEvent } from '#db/staff/audit-events.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { isOutOfStock } from '#domain/catalog/product.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { findRush, type RehearsalOutcome, type RobotCounts } from '#domain/drops/rehearsal.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { momentWords } from '#domain/shop-time.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'
import { findDropProducts } from './find-drop.ts'
import type { DropCourse } from './read-drop-course.ts'

/** How long answers took, in milliseconds: half, 95 % and all of them were quicker. */
export interface AnswerTimes {
  count: number
  half: number
  most: number
  slowest: number
}

/** What came of a rehearsal. */
export interface RehearsalReport {
  /** Pieces before and after, without those that are held; null: they are not counted. */
  pieces: number | null
  left: number | null
  sold: number
  /** Pieces sold beyond those that there were, and the most that one person has. */
  oversold: number
  mostOfOne: number
  polls: AnswerTimes
  orders: AnswerTimes
  /** What went wrong for how many robots, in words. */
  failures: { words: string; robots: number }[]
}

/** How a rehearsal goes, as its process tells it. */
export interface RehearsalCourse {
  phase: 'copying' | 'starting' | 'waiting' | 'selling'
  /** When its sale begins; null: that is not planned yet. */
  startsAt: number | null
  robots: RobotCounts
  polls: number
  orders: number
  /** Answers with a status of 500 and more. */
  serverErrors: number
  /** The most that the shop on the copy had; 0: unknown here. */
  memoryMegabytes: number
  sale: DropCourse | null
  /** Null until it has ended. */
  report: RehearsalReport | null
}

/** A rehearsal as staff see it. */
export interface DropRehearsal {
  robots: number
  /** `waiting`: a process takes it up within seconds. */
  state: 'waiting' | 'running' | 'stopping' | RehearsalOutcome
  askedAt: number
  endedAt: number | null
  failure: string
  course: RehearsalCourse | null
}

/** The rehearsals of a drop: how many robots this machine carries, and why none can begin now, in words. */
export interface RehearsalView {
  mostRobots: number
  refusal: string | null
  rehearsal: DropRehearsal | null
}

/** How long a process that was killed blocks other rehearsals. */
export const REHEARSAL_LEASE_MS = 30_000

const OPERATOR = { id: null, email: '', address: '', userAgent: '' }
const CUT_OFF = 'It was cut off: the process that ran it has ended. Its copy is removed.'

export async function readRehearsal(shop: Shop, drop: Drop): Promise<RehearsalView> {
  const { db } = shop.database
  const [stored, active] = await Promise.all([findRehearsal(db, drop.id), findActiveRehearsal(db)])
  const isOther = active !== null && active.dropId !== drop.id
  return {
    mostRobots: shop.rehearsals?.mostRobots() ?? 0,
    refusal: stored?.isActive
      ? null
      : isOther
        ? await busyWords(shop, active.dropId)
        : await whyNot(shop, drop),
    rehearsal: stored && {
      robots: stored.robots,
      state:
        stored.outcome ??
        (stored.stopAt !== null ? 'stopping' : stored.leasedBy === null ? 'waiting' : 'running'),
      askedAt: stored.askedAt,
      endedAt: stored.endedAt,
      failure: stored.failure,
      course: stored.course === null ? null : (JSON.parse(stored.course) as RehearsalCourse),
    },
  }
}

/**
 * Asks for a rehearsal, which a process of the shop takes up within seconds, or begins one with a lease of the caller.
 * Returns why that cannot be, in words; null: it is asked for.
 */
export async function requestRehearsal(
  shop: Shop,
  drop: Drop,
  robots: number,
  leaseBy: string | null = null,
): Promise<string | null> {
  const refusal = await whyNot(shop, drop, robots)
  if (refusal !== null) return refusal
  const now = shop.now()
  const other = await transact(shop.database, async (tx) => {
    const active = await findActiveRehearsal(tx)
    if (active !== null) return active.dropId
    const lease = leaseBy === null ? null : { by: leaseBy, until: now + REHEARSAL_LEASE_MS }
    await writeRehearsal(tx, { dropId: drop.id, robots, now, lease })
    await insertAuditEvent(tx, {
      at: now,
      actor: shop.author ?? OPERATOR,
      action: 'drop-rehearsed',
      subject: { id: drop.id, name: drop.name },
      changes: [{ field: 'Robots', before: null, after: String(robots) }],
    })
    return null
  })
  return other === null ? null : busyWords(shop, other)
}

/** Stops the rehearsal of a drop within seconds, if there is one. */
export async function endRehearsalEarly(shop: Shop, drop: Drop): Promise<void> {
  await transact(shop.database, async (tx) => {
    if (!(await stopRehearsal(tx, drop.id, shop.now()))) return
    await recordAudit(tx, shop, {
      action: 'drop-rehearsal-stopped',
      subject: { id: drop.id, name: drop.name },
    })
  })
}

async function busyWords(shop: Shop, dropId: string): Promise<string> {
  const { drops } = await currentSetting(shop, DROPS)
  const name = drops.find(({ id }) => id === dropId)?.name ?? 'Another drop'
  return `${name} is being rehearsed. There is one rehearsal at a time.`
}

/** Why a drop cannot be rehearsed now; null: it can. */
async function whyNot(shop: Shop, drop: Drop, robots = 0): Promise<string | null> {
  const most = shop.rehearsals?.mostRobots() ?? 0
  if (most === 0)
    return 'There is not enough free memory for a second shop beside this one: about 400 MB. Close what you can, or rehearse on a larger machine.'
  if (robots > most)
    return `This machine carries ${most.toLocaleString('en-CA')} robots beside the shop right now. Choose fewer.`
  const { drops } = await currentSetting(shop, DROPS)
  const rush = findRush(drops, shop.now())
  if (rush !== null) {
    const until = momentWords(rush.until, 'en-CA', shop.settings.timeZone)
    return `The machine is for ${rush.drop.name} now, whose customers come or are there already. Rehearse after ${until}.`
  }
  const products = (await findDropProducts(shop, drop)).filter((product) => !isGiftCard(product))
  if (products.length === 0) return 'The drop has no products that robots could buy. Choose some first.'
  if (products.every(isOutOfStock))
    return 'Nothing is left of its products, so that robots would find it sold out. Give them stock first.'
  return null
}

/**
 * Runs the rehearsal that was asked for, in one process of the shop at a time, until it has ended or `stop`. Cleans up
 * after one whose process was killed.
 */
export async function runRehearsals(shop: Shop, stop: AbortSignal): Promise<void> {
  const { rehearsals, database, log } = shop
  const active = rehearsals && (await findActiveRehearsal(database.db))
  if (!active || stop.aborted) return
  const { dropId } = active
  const by = randomUUID()
  const now = shop.now()
  if (!(await leaseRehearsal(database.db, { dropId, by, now, until: now + REHEARSAL_LEASE_MS }))) return
  const cutOff = async (failure: string) => {
    await rehearsals.clean()
    await endRehearsal(database.db, { dropId, by, now: shop.now(), outcome: 'failed', failure })
  }
  if (active.leasedBy !== null) return cutOff(CUT_OFF)
  log.info('The rehearsal of a drop began', { dropId })
  const died = await rehearsals.run(dropId, by, stop)
  if (died === null) return
  log.error('The rehearsal of a drop failed', new Error(died), { dropId })
  await cutOff(died)
}
