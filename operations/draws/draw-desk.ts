import { countEntries, listWinners, type DrawWinner } from '#db/drops/draw-entries.ts'
import { changeStoredRoom, findRoom, lockRoom } from '#db/drops/drop-rooms.ts'
import { transact } from '#db/engine/transact.ts'
import { unitsLeft } from '#domain/catalog/product.ts'
import { drawPhase, hasDraw, type DrawnDrop, type DrawPhase } from '#domain/drops/draw.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { workChanges, WORK_CHANGE_WORDS, type WorkChange } from '#operations/drops/change-room.ts'
import { findDropProducts } from '#operations/drops/find-drop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** What staff do to a draw. `close`: it is cancelled before the winners are drawn, and draws no more of them after. */
export type DrawChange = 'pause' | 'resume' | 'close' | WorkChange

/** The entries of one size: how many are still in line, and what became of the winners. */
export interface DrawLine {
  product: string
  size: string
  /** What is left; null: not counted. */
  units: number | null
  entries: number
  waiting: number
  won: number
  paid: number
  lapsed: number
}

/** A draw as staff see it. */
export interface LiveDraw {
  phase: DrawPhase
  entriesFrom: number
  soldFrom: number
  commitment: string
  seed: string | null
  present: number | null
  asksWork: boolean
  checksCard: boolean
  lines: DrawLine[]
  /** The latest. */
  winners: DrawWinner[]
}

const LATEST = 100

/** The drop with this id, if it has a draw. */
export async function findDrawnDrop(shop: Shop, id: string): Promise<DrawnDrop | null> {
  const { drops } = await currentSetting(shop, DROPS)
  return drops.filter(hasDraw).find((one) => one.id === id) ?? null
}

/** The figures of a draw; null where it was not prepared. */
export async function readLiveDraw(
  shop: Pick<Shop, 'database' | 'catalog' | 'now'>,
  drop: DrawnDrop,
): Promise<LiveDraw | null> {
  const { db } = shop.database
  const room = await findRoom(db, drop.id)
  if (room === null) return null
  const [counts, winners, products] = await Promise.all([
    countEntries(db, room.id),
    listWinners(db, room.id, LATEST),
    findDropProducts(shop, drop),
  ])
  const lines = products.flatMap((product) =>
    product.sizes.map(({ size }): DrawLine => {
      const own = counts.filter((one) => one.productId === product.id && one.size === size)
      const sum = (isCounted: (one: (typeof own)[number]) => boolean) =>
        own.filter(isCounted).reduce((all, { entries }) => all + entries, 0)
      return {
        product: product.name,
        size,
        units: unitsLeft(product, size),
        entries: sum(() => true),
        waiting: sum(({ state }) => state === null),
        won: sum(({ state, isPaid }) => state === 'pending' && !isPaid),
        paid: sum(({ isPaid }) => isPaid),
        lapsed: sum(({ state, isPaid }) => state !== null && state !== 'pending' && !isPaid),
      }
    }),
  )
  const { commitment, seed, present } = room
  const { soldFrom, draw } = drop
  const phase = drawPhase(drop, room, shop.now())
  const asksWork = room.workSince !== null
  return {
    phase,
    entriesFrom: draw.entriesFrom,
    soldFrom,
    commitment,
    seed,
    present,
    asksWork,
    checksCard: draw.checksCard,
    lines,
    winners,
  }
}

/** Changes a draw, in every process. Returns it as it is then; null where it was not prepared. */
export async function changeDraw(shop: Shop, drop: DrawnDrop, change: DrawChange): Promise<LiveDraw | null> {
  const now = shop.now()
  await transact(shop.database, async (tx) => {
    const room = await lockRoom(tx, drop.id)
    if (room === null || room.closedAt !== null) return
    const changed = {
      pause: { pausedAt: room.pausedAt ?? now },
      resume: { pausedAt: null },
      close: { closedAt: now },
      ...workChanges(room, now),
    }[change]
    await changeStoredRoom(tx, room.id, changed)
    await recordAudit(tx, shop, {
      action: 'draw-changed',
      subject: { id: drop.id, name: drop.name },
      changes: [
        {
          field: 'Draw',
          before: null,
          after: { pause: 'Paused', resume: 'Resumed', close: 'Closed', ...WORK_CHANGE_WORDS }[change],
        },
      ],
    })
  })
  await shop.changes.publish('catalogue')
  return readLiveDraw(shop, drop)
}
