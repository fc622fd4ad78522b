import { findRoom } from '#db/drops/drop-rooms.ts'
import type { TurnKey } from '#db/drops/drop-turns.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { hasDraw } from '#domain/drops/draw.ts'
import type { ProductId } from '#domain/ids.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { findRoomStatus, hasRoom } from './room-status.ts'

/** A turn that an order needs, and the drop that it is for. */
export type OrderTurn = TurnKey & Pick<TurnNeeded, 'drop'>

/** The turns that an order needs, or the drop in whose room one has to wait for a turn first. */
export type NeededTurns = { kind: 'found'; turns: OrderTurn[] } | TurnNeeded
export interface TurnNeeded {
  kind: 'turn-needed'
  drop: Pick<Drop, 'name' | 'handle' | 'draw'>
}

/**
 * The turns that these items need: one of each drop whose waiting room runs. Pieces that are drawn cannot be ordered
 * before the draw is over. `own`: the turns of the browser.
 */
export async function findTurns(
  shop: Shop,
  items: readonly Pick<CartItem, 'productId'>[],
  own: readonly TurnKey[],
): Promise<NeededTurns> {
  const turns: OrderTurn[] = []
  const { drops } = await currentSetting(shop, DROPS)
  const asked = drops.filter(({ products }) => items.some(({ productId }) => products.includes(productId)))
  for (const drop of asked.filter(hasDraw)) {
    const room = await findRoom(shop.database.db, drop.id)
    if (!room?.closedAt) return { kind: 'turn-needed', drop }
  }
  for (const drop of asked.filter(hasRoom)) {
    if (shop.now() < drop.soldFrom) continue
    const room = await findRoomStatus(shop, drop)
    if (room?.status.phase === 'closed') continue
    const turn = own.find(({ roomId }) => roomId === room?.id)
    if (!turn) return { kind: 'turn-needed', drop }
    turns.push({ ...turn, drop })
  }
  return { kind: 'found', turns }
}

/** Where to wait for the turn that a product needs; null: none is needed. */
export async function findRoomBefore(shop: Shop, productId: ProductId): Promise<TurnNeeded['drop'] | null> {
  const needed = await findTurns(shop, [{ productId }], [])
  return needed.kind === 'turn-needed' ? needed.drop : null
}
