import { lockStock, type ReceiptObstacle } from '#db/catalog/stock.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { incrementVersion } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { isAmong } from '#db/engine/is-among.ts'
import {
  findAwaitedLines,
  findAwaitedProducts,
  findMissingUnits,
  findPreorders,
  markArrived,
  releaseArrived,
  writePreorder,
  type AwaitedLine,
} from '#db/stock/preorders.ts'
import { findLineProgressOf } from '#db/refunds/fulfilment-status.ts'
import type { PreorderPlan } from '#domain/catalog/preorder.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { OrderId, ProductId } from '#domain/ids.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'

/** What became of it. `not-possible`: these sizes are not offered, not counted, or more of their units are sold. */
export type SavedPreorder =
  | { kind: 'saved'; product: Product }
  | { kind: 'not-found' }
  | { kind: 'changed-meanwhile' }
  | { kind: 'not-possible'; obstacles: ReceiptObstacle[] }

/**
 * Sells sizes of a product before they are made, or no longer: their counts change by as many as the units to come.
 * Who has ordered them is mailed when they ship later than promised.
 */
export async function savePreorder(
  shop: Pick<Shop, 'author' | 'catalog' | 'changes' | 'database' | 'now'>,
  { id, shipsOn, sizes, by }: PreorderPlan & { id: ProductId; by: string },
): Promise<SavedPreorder> {
  const product = await shop.catalog.find(id, { hiddenToo: true })
  if (product === null) return { kind: 'not-found' }
  const outcome = await transact(shop.database, async (tx) => {
    const now = shop.now()
    const plans = sizes.map((plan) => ({ productId: id, ...plan }))
    const stock = await lockStock(tx, plans, now)
    const known = await findPreorders(tx, id)
    if (plans.some(({ size, before }) => before !== (known.get(size)?.units ?? 0)))
      return { kind: 'changed-meanwhile' } as const
    const added = plans.map((plan) => ({ ...plan, quantity: plan.units - plan.before }))
    const change = { reason: 'to-come', by, orderId: null, at: now } as const
    const obstacles = stock.receive(
      added.filter(({ quantity }) => quantity !== 0),
      change,
    )
    const uncounted = plans.filter(
      ({ size, units }) => units > 0 && product.sizes.find((one) => one.size === size)?.stock == null,
    )
    obstacles.push(...uncounted.map(({ size }) => ({ ...line(id, size), kind: 'not-tracked' as const })))
    if (obstacles.length > 0) return { kind: 'not-possible', obstacles } as const
    for (const plan of plans) await writePreorder(tx, plan, { units: plan.units, shipsOn })
    await stock.write(tx)
    await recordAudit(tx, shop, {
      action: 'preorder-changed',
      subject: { id, name: product.name },
      changes: plans
        .filter(({ before, units }) => before > 0 || units > 0)
        .map(({ size, before, units }) => ({
          field: size,
          before: before === 0 ? null : `${before}, ${known.get(size)?.shipsOn}`,
          after: units === 0 ? null : `${units}, ${shipsOn}`,
        })),
    })
    const later = (await findAwaitedLines(tx, id)).filter(
      (one) => one.shipsOn < shipsOn && plans.some(({ size, units }) => size === one.size && units > 0),
    )
    await enqueue(
      tx,
      [...new Set(later.map(({ orderId }) => orderId))].map((orderId) => ({
        kind: 'preorder-later',
        payload: { orderId, shipsOn },
        dedupeKey: `preorder-later:${orderId}:${shipsOn}`,
      })),
      now,
    )
    return { kind: 'saved' } as const
  })
  if (outcome.kind !== 'saved') return outcome
  await shop.changes.publish('catalogue')
  const saved = await shop.catalog.find(id, { hiddenToo: true })
  return saved === null ? { kind: 'not-found' } : { kind: 'saved', product: saved }
}

function line(productId: ProductId, size: string) {
  return { productId, size, quantity: 0 }
}

/**
 * Lets paid orders be packed whose pre-ordered units have come in, who paid first before others. Whatever brought or
 * freed them, it follows from the counts. Returns how many orders were released.
 */
export async function releasePreorders(shop: Pick<Shop, 'database' | 'now'>): Promise<number> {
  let released = 0
  for (const productId of await findAwaitedProducts(shop.database.db))
    released += await transact(shop.database, (tx) => release(tx, productId, shop.now()))
  return released
}

async function release(tx: Tx, productId: ProductId, now: number): Promise<number> {
  const ids = (lines: readonly AwaitedLine[]) => [...new Set(lines.map(({ orderId }) => orderId))]
  // Orders are locked before products, and what is awaited is read again under both locks.
  await lockOrders(tx, ids(await findAwaitedLines(tx, productId)))
  await lockStock(tx, [{ productId }], now)
  const missing = await findMissingUnits(tx, productId)
  const lines = await findAwaitedLines(tx, productId)
  const progress = await findLineProgressOf(tx, ids(lines))
  const arrived: AwaitedLine[] = []
  // From the newest on: the last ones wait for what is missing.
  for (const one of lines.toReversed()) {
    const open = progress.get(one.orderId)?.find(({ position }) => position === one.position)?.open ?? 0
    const short = missing.get(one.size) ?? 0
    if (open === 0 || short === 0) arrived.push(one)
    missing.set(one.size, Math.max(0, short - open))
  }
  await markArrived(tx, arrived)
  const released = await releaseArrived(tx, ids(arrived))
  for (const id of released) {
    await incrementVersion(tx, id, now)
    await recordEvent(tx, id, now, 'preorder-arrived', {}, 'system')
  }
  return released.length
}

async function lockOrders(tx: Tx, ids: readonly OrderId[]): Promise<void> {
  await lockingOrders(tx)
    .select('id')
    .where(isAmong(tx, 'id', ids))
    .orderBy('id')
    .execute()
}
