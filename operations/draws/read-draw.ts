import { findRoom, type StoredRoom } from '#db/drops/drop-rooms.ts'
import { unitsLeft, type Product } from '#domain/catalog/product.ts'
import { stockOfSizes, type Size } from '#domain/catalog/size.ts'
import { drawPhase, type DrawnDrop, type DrawPhase } from '#domain/drops/draw.ts'
import { toProductId } from '#domain/ids.ts'
import type { Shop } from '#operations/shop.ts'

/** A draw as everybody sees it. */
export interface KnownDraw {
  phase: DrawPhase
  room: StoredRoom
  /** What one may enter for: what is shown, and not gone. */
  choices: { product: Product; size: Size }[]
  /**
   * How many pieces there are and how many entries were numbered, where its page tells. `pieces`: null: they are not
   * counted.
   */
  counts: { pieces: number | null; entries: number } | null
}

/** A draw at this time; null: it was not prepared yet. */
export async function readDraw(shop: Shop, drop: DrawnDrop): Promise<KnownDraw | null> {
  const room = await findRoom(shop.database.db, drop.id)
  if (room === null) return null
  const products = await shop.catalog.findMany(drop.products.map(toProductId))
  const choices = products.flatMap((product) =>
    product.sizes.filter(({ size }) => unitsLeft(product, size) !== 0).map(({ size }) => ({ product, size })),
  )
  const units = products.map((product) => product.stock ?? stockOfSizes(product.sizes))
  const known = units.filter((count) => count !== null)
  const counts = drop.draw.showsCounts
    ? {
        pieces: known.length === units.length ? known.reduce((sum, count) => sum + count, 0) : null,
        entries: room.arrived,
      }
    : null
  return { phase: drawPhase(drop, room, shop.now()), room, choices, counts }
}
