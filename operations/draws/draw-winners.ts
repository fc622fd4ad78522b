import type { Kysely } from 'kysely'
import { readProductsForSale } from '#db/catalog/products-for-sale.ts'
import {
  findNextInLine,
  findUnplaced,
  isAnyUnpaid,
  settleEntry,
  takeUntold,
  writePlaces,
  type DrawEntry,
} from '#db/drops/draw-entries.ts'
import { arrive, changeStoredRoom, findRoom, lockRoom, type StoredRoom } from '#db/drops/drop-rooms.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Database } from '#db/schema.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { unitsLeft } from '#domain/catalog/product.ts'
import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import { drawPhase, hasDraw, winCheckout, type DrawnDrop } from '#domain/drops/draw.ts'
import { placeOf } from '#domain/drops/room.ts'
import type { DropRoomId, ProductId } from '#domain/ids.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { checkCart } from '#operations/checkout/check-cart.ts'
import {
  CartChangedError,
  orThrow,
  PlacementRefusal,
  writeNewOrders,
  type Placement,
  type WrittenOrder,
} from '#operations/checkout/write-placement.ts'
import { findBlocksOf } from '#operations/blocks/block-list.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { prepareRoom } from '#operations/settings/schedule-drops.ts'
import type { Shop } from '#operations/shop.ts'
import { findDropProducts } from '#operations/drops/find-drop.ts'

const BATCH = 500
const HOUR = 3_600_000
/** A shop that was down tells late, but not after a day. */
const TOLD_LATE_MS = 24 * HOUR

/**
 * Closes draws whose time has come, gives every entry its place, and orders for who is next in line, as long as pieces
 * are left; again for what winners do not pay. Tells the others once nothing can be won any more. Any number of
 * processes may do so at once, and end at any time. Returns how much was done: there may be more.
 */
export async function drawWinners(shop: Shop): Promise<number> {
  const { drops } = await currentSetting(shop, DROPS)
  let done = 0
  for (const drop of drops.filter(hasDraw)) {
    const room = await findRoom(shop.database.db, drop.id)
    if (room === null) {
      await transact(shop.database, (tx) => prepareRoom(tx, drop, shop.now()))
      continue
    }
    const phase = drawPhase(drop, room, shop.now())
    if (phase === 'drawing') done += await draw(shop, drop, room)
    const isEnding = room.closedAt !== null && shop.now() < room.closedAt + TOLD_LATE_MS
    if (isEnding) done += await tellOthers(shop, room)
  }
  return done
}

async function draw(shop: Shop, drop: DrawnDrop, { id, present }: StoredRoom): Promise<number> {
  const { db } = shop.database
  if (present === null) {
    await arrive(db, { id, count: 0, isBegun: true })
    return 1
  }
  const placed = await givePlaces(shop, drop.id)
  return placed > 0 ? placed : drawNext(shop, drop, id)
}

/** The places that the seed gives, in steps. */
async function givePlaces({ database: { db } }: Shop, dropId: string): Promise<number> {
  const room = await findRoom(db, dropId)
  const { id, seed = null, present = null } = room ?? {}
  if (id === undefined || seed === null || present === null) return 0
  const entries = await findUnplaced(db, id, BATCH)
  const places = entries.map(async (one) => ({ id: one.id, place: await placeOf(one.number, seed, present) }))
  await writePlaces(db, await Promise.all(places))
  return entries.length
}

/**
 * Orders for the first in line whose size is left, past who is blocked; ends the draw when nothing can be won any more.
 */
async function drawNext(shop: Shop, drop: DrawnDrop, roomId: DropRoomId): Promise<number> {
  const ids = (await findDropProducts(shop, drop)).map(({ id }) => id)
  const { next } = await lookAtLine(shop, shop.database.db, roomId, ids)
  if (next === null) return endDraw(shop, drop, ids)
  const blocks = await findBlocksOf(shop, shop.database.db, { customer: next.customer, delivery: 'ship' })
  const win = blocks.length > 0 ? null : await checkWin(shop, next)
  if (win === 'changed') return 0

  /** Does `work` while the entry is still the first in line. */
  const whileNext = (work: (tx: Tx) => Promise<WrittenOrder | null>) =>
    transact(shop.database, async (tx) => {
      if ((await lockDrawing(shop, tx, drop)) === null) return 0
      if ((await lookAtLine(shop, tx, roomId, ids)).next?.id !== next.id) return 0
      return (await work(tx)) ?? 1
    })
  const passOver = () =>
    whileNext(async (tx) => {
      await settleEntry(tx, next.id, { passedAt: shop.now() })
      return null
    })
  try {
    const done =
      win === null
        ? await passOver()
        : await whileNext(async (tx) => {
            const order = await writeWin(shop, tx, win, shop.now() + drop.draw.payHours * HOUR)
            await settleEntry(tx, next.id, { orderId: order.id })
            await enqueue(tx, [drawMail('draw-won', next.id)], shop.now())
            return order
          })
    if (typeof done === 'number') return done
    if (done.availabilityChanged) await shop.changes.publish('catalogue')
    return 1
  } catch (error) {
    if (error instanceof CartChangedError) return 0 // staff sold it meanwhile
    if (!(error instanceof PlacementRefusal)) throw error
    await passOver()
    return 1
  }
}

/** The room of a draw that goes on, locked; null: it does not, or another process has it. */
async function lockDrawing(shop: Shop, tx: Tx, drop: DrawnDrop): Promise<StoredRoom | null> {
  const room = await lockRoom(tx, drop.id, true)
  return room !== null && drawPhase(drop, room, shop.now()) === 'drawing' ? room : null
}

/** The first in line who wants what is left. `isAllSold`: none of the products is off sale. */
async function lookAtLine(
  shop: Shop,
  db: Kysely<Database>,
  roomId: DropRoomId,
  ids: readonly ProductId[],
): Promise<{ next: DrawEntry | null; isAllSold: boolean }> {
  const products = [...(await readProductsForSale(db, ids, shop.now())).values()]
  const sold = products.filter(({ soldFrom }) => soldFrom === null)
  const left = sold
    .filter((product) => !isGiftCard(product))
    .flatMap((product) =>
      product.sizes
        .filter(({ size }) => (unitsLeft(product, size) ?? Infinity) > 0)
        .map(({ size }) => ({ productId: product.id, size })),
    )
  return { next: await findNextInLine(db, roomId, left), isAllSold: sold.length === ids.length }
}

type Win = Pick<Placement, 'request' | 'cart'>

/**
 * What an entry wins, at its price now: as many pieces as it asks for, or as it can have. Null: it cannot be ordered,
 * such as to a country that is not served any more. `changed`: stock or price have, while this looked.
 */
async function checkWin(
  shop: Shop,
  { id, customer, item, language }: DrawEntry,
): Promise<Win | 'changed' | null> {
  let { quantity } = item
  let amount = 0
  for (let tries = 0; tries < 3; tries += 1) {
    const request = {
      checkoutId: winCheckout(id),
      items: [{ ...item, quantity }],
      customer,
      note: '',
      choices: NO_CHOICES,
      language,
      address: null,
      visitor: null,
      device: '',
      placedFrom: '',
      amount,
    }
    const checked = await checkCart(shop, request)
    if (checked.kind === 'good' && amount > 0) return { request, cart: checked }
    if (checked.kind === 'amount-differs') amount = checked.cart.totals.total
    else if (checked.kind === 'cart-changed') quantity = checked.cart.items[0]?.left ?? 0
    else return null
    if (quantity === 0) return 'changed'
  }
  return 'changed'
}

/** Throws CartChangedError, or PlacementRefusal when its person has pieces of the drop already. */
async function writeWin(shop: Shop, tx: Tx, win: Win, payBy: number): Promise<WrittenOrder> {
  const earlier = { kind: 'open', intent: null, deadIntentId: null } as const
  const placement = { ...win, earlier, isKnown: false, turns: [], payBy }
  const { result } = await writeNewOrders(shop, tx, [placement])
  const [outcome] = await result
  return orThrow(outcome!)
}

/** Ends a draw in which nobody can win any more: nothing is left, or nobody wants it, and nothing can come back. */
async function endDraw(shop: Shop, drop: DrawnDrop, ids: readonly ProductId[]): Promise<number> {
  return transact(shop.database, async (tx) => {
    const room = await lockDrawing(shop, tx, drop)
    if (room === null || (await isAnyUnpaid(tx, room.id))) return 0
    const { next, isAllSold } = await lookAtLine(shop, tx, room.id, ids)
    if (next !== null || !isAllSold) return 0
    await changeStoredRoom(tx, room.id, { closedAt: shop.now() })
    return 1
  })
}

async function tellOthers(shop: Shop, { id }: StoredRoom): Promise<number> {
  return transact(shop.database, async (tx) => {
    const now = shop.now()
    const untold = await takeUntold(tx, { roomId: id, now, limit: BATCH })
    await enqueue(
      tx,
      untold.map((entryId) => drawMail('draw-lost', entryId)),
      now,
    )
    return untold.length
  })
}

function drawMail(kind: 'draw-won' | 'draw-lost', entryId: string) {
  return { kind, payload: { entryId }, dedupeKey: `${kind}:${entryId}` }
}
