import { changeStoredRoom, lockRoom, type StoredRoom } from '#db/drops/drop-rooms.ts'
import { countTurns, type TurnCounts } from '#db/drops/drop-turns.ts'
import { transact } from '#db/engine/transact.ts'
import { unitsLeft } from '#domain/catalog/product.ts'
import { paceOf, type RoomStatus } from '#domain/drops/room.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { findDropProducts } from './find-drop.ts'
import { readDropCourse, type DropCourse } from './read-drop-course.ts'
import { findRoomStatus, type DropWithRoom } from './room-status.ts'

/** Who enters has to show work from now on, or nobody any more. */
export type WorkChange = 'ask-work' | 'no-work'

/** What staff do to a room while it runs; `message`: to those who wait. */
export type RoomChange =
  | { kind: 'pause' | 'resume' | 'faster' | 'slower' | 'close' | 'reopen' | WorkChange }
  | { kind: 'message'; message: string }

/** A room as staff see it. */
export interface LiveRoom {
  status: RoomStatus
  /** What it is set to, as fast as staff have made it; `pace` in percent. */
  pace: number
  turnsAtOnce: number
  mostPerMinute: number
  waiting: number
  letIn: number
  open: number
  bought: number
  lapsed: number
  ordersLastMinute: number
  /** `units`: null: not counted. */
  left: { product: string; size: string; units: number | null }[]
  course: DropCourse
}

/** The drop with this id, if it has a room. */
export async function findDropWithRoom(shop: Shop, id: string): Promise<DropWithRoom | null> {
  const { drops } = await currentSetting(shop, DROPS)
  const drop = drops.find((one) => one.id === id)
  return drop?.room ? (drop as DropWithRoom) : null
}

/** The figures of a room; null where it was not prepared. */
export async function readLiveRoom(shop: Shop, drop: DropWithRoom): Promise<LiveRoom | null> {
  const now = shop.now()
  const known = await findRoomStatus(shop, drop, now)
  if (known === null) return null
  const { id, pace, status } = known
  const { arrived, servedTo, lapsedTo } = status
  const [turns, products, course] = await Promise.all([
    countTurns(shop.database.db, id, { now, lapsedTo }),
    findDropProducts(shop, drop),
    readDropCourse(shop, drop),
  ])
  const paced = paceOf(drop.room, pace)
  return {
    status,
    pace,
    turnsAtOnce: paced.turns,
    mostPerMinute: paced.perMinute,
    waiting: arrived - servedTo,
    letIn: servedTo,
    open: turns.open,
    bought: turns.bought,
    lapsed: lapsedCount(turns, lapsedTo),
    ordersLastMinute: turns.ordersLastMinute,
    left: products.flatMap((product) =>
      product.sizes.map(({ size }) => ({ product: product.name, size, units: unitsLeft(product, size) })),
    ),
    course,
  }
}

/** Turns that nobody took in time, and those that ended without a purchase. */
function lapsedCount({ taken, open, bought, early }: TurnCounts, lapsedTo: number): number {
  return lapsedTo - early + taken - open - bought
}

const MIN_PACE = 5
const MAX_PACE = 2_000
const STEP = 1.5

/** Changes a room, in every process within a second. Returns it as it is then; null where it was not prepared. */
export async function changeRoom(
  shop: Shop,
  drop: DropWithRoom,
  change: RoomChange,
): Promise<LiveRoom | null> {
  const now = shop.now()
  await transact(shop.database, async (tx) => {
    const room = await lockRoom(tx, drop.id)
    if (room === null) return
    const paced = (factor: number) => Math.min(MAX_PACE, Math.max(MIN_PACE, Math.round(room.pace * factor)))
    const changed = {
      pause: { pausedAt: room.pausedAt ?? now },
      resume: { pausedAt: null },
      faster: { pace: paced(STEP) },
      slower: { pace: paced(1 / STEP) },
      close: { closedAt: room.closedAt ?? now },
      reopen: { closedAt: null },
      ...workChanges(room, now),
      message: { message: change.kind === 'message' ? change.message : '' },
    }[change.kind]
    await changeStoredRoom(tx, room.id, changed)
    await recordAudit(tx, shop, {
      action: 'drop-room-changed',
      subject: { id: drop.id, name: drop.name },
      changes: [{ field: 'Waiting room', before: null, after: auditWords(change) }],
    })
  })
  if (change.kind === 'close' || change.kind === 'reopen') await shop.changes.publish('catalogue')
  return readLiveRoom(shop, drop)
}

/** What asking for work changes, in a room and in a draw. */
export function workChanges(
  { workSince }: Pick<StoredRoom, 'workSince'>,
  now: number,
): Record<WorkChange, Partial<StoredRoom>> {
  return { 'ask-work': { workSince: workSince ?? now }, 'no-work': { workSince: null } }
}

function auditWords(change: RoomChange): string {
  if (change.kind !== 'message') return ROOM_CHANGE_WORDS[change.kind]
  return change.message === '' ? 'Message removed' : `Message: ${change.message}`
}

/** What the audit trail says of them. */
export const WORK_CHANGE_WORDS: Readonly<Record<WorkChange, string>> = {
  'ask-work': 'Browsers have to solve a puzzle',
  'no-work': 'No puzzle any more',
}

const ROOM_CHANGE_WORDS = {
  pause: 'Paused',
  resume: 'Resumed',
  faster: 'Faster',
  slower: 'Slower',
  close: 'Closed',
  reopen: 'Opened again',
  ...WORK_CHANGE_WORDS,
}
