import type { TurnKey } from '#db/drops/drop-turns.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import type { ProductId } from '#domain/ids.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { findRoomStatus, hasRoom, type DropWithRoom } from './room-status.ts'

/** A turn that an order needs, and the drop that it is for. */
export type OrderTurn = TurnKey & Pick<TurnNeeded, 'drop'>

/** The turns that an order needs, or the drop in whose room one has to wait for a turn first. */
export type NeededTurns = { kind: 'found'; turns: OrderTurn[] } | TurnNeeded
export interface TurnNeeded {
  kind: 'turn-needed'
  drop: { name: string; handle: string }
}

/** The turns that these items need: one of each drop whose waiting room runs. `own`: the turns of the browser. */
export async function findTurns(
  shop: Shop,
  items: readonly Pick<CartItem, 'productId'>[],
  own: readonly TurnKey[],
): Promise<NeededTurns> {
  const turns: OrderTurn[] = []
  for (const drop of await roomsBefore(shop, items)) {
    const room = await findRoomStatus(shop, drop)
    if (room?.status.phase === 'closed') continue
    const turn = own.find(({ roomId }) => roomId === room?.id)
    if (!turn) return { kind: 'turn-needed', drop }
    turns.push({ ...turn, drop })
  }
  return { kind: 'found', turns }
}

/** The drops with a waiting room that sell these products, once they sell. */
async function roomsBefore(
  shop: Shop,
  items: readonly Pick<CartItem, 'productId'>[],
): Promise<DropWithRoom[]> {
  const { drops } = await currentSetting(shop, DROPS)
  const now = shop.now()
  return drops
    .filter(hasRoom)
    .filter(
      ({ soldFrom, products }) =>
        soldFrom <= now && items.some(({ productId }) => products.includes(productId)),
    )
}

/** Where to wait for the turn that a product needs; null: none is needed. */
export async function findRoomBefore(shop: Shop, productId: ProductId): Promise<{ handle: string } | null> {
  const needed = await findTurns(shop, [{ productId }], [])
  return needed.kind === 'turn-needed' ? needed.drop : null
}
