import { countRefusals } from '#db/drops/drop-buyers.ts'
import { countOrdersOf, findLastPaid, readLetIn, sumMovements } from '#db/drops/drop-course.ts'
import { findRoom } from '#db/drops/drop-rooms.ts'
import { isOutOfStock, unitsLeft } from '#domain/catalog/product.ts'
import type { BuyerSign } from '#domain/drops/buyer.ts'
import type { Drop } from '#domain/drops/drop.ts'
import type { Shop } from '#operations/shop.ts'
import { findDropProducts } from './find-drop.ts'

/** How the sale of a drop went, in equal steps from its start, until everything was sold or a day was over. */
export interface DropCourse {
  startsAt: number
  stepMs: number
  sizes: { product: string; size: string }[]
  /**
   * Each step up to `at`: orders placed and paid in it, how far the room had served by its end, and the units left of
   * each size; null: not counted.
   */
  steps: { at: number; letIn: number; orders: number; paid: number; left: (number | null)[] }[]
  orders: number
  paid: number
  /** From the start until the last piece was paid; null: something is left. */
  soldOutMs: number | null
  /** Whom the limit per person refused. */
  refused: { sign: BuyerSign; people: number; times: number }[]
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const STEPS = [SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE]
const LONGEST_STEP = 30 * MINUTE
const MAX_STEPS = 48
/** How much of the quiet after the last piece belongs to it. */
const AFTER_MS = 5 * SECOND

export async function readDropCourse(
  shop: Pick<Shop, 'database' | 'catalog' | 'now'>,
  drop: Drop,
): Promise<DropCourse> {
  const { db } = shop.database
  const { soldFrom: from } = drop
  const [products, refused] = await Promise.all([findDropProducts(shop, drop), countRefusals(db, drop.id)])
  const sizes = products.flatMap((product) => product.sizes.map((offered) => ({ product, ...offered })))
  const course = {
    startsAt: from,
    sizes: sizes.map(({ product, size }) => ({ product: product.name, size })),
    refused,
  }
  const now = shop.now()
  if (now < from || products.length === 0)
    return { ...course, stepMs: SECOND, steps: [], orders: 0, paid: 0, soldOutMs: null }
  const ids = products.map(({ id }) => id)
  const lastPaid = products.every(isOutOfStock) ? await findLastPaid(db, ids, from) : null
  const lasted = Math.min(now - from, DAY, lastPaid === null ? DAY : lastPaid - from + AFTER_MS)
  const stepMs = STEPS.find((step) => lasted <= step * MAX_STEPS) ?? LONGEST_STEP
  const stretches = { from, stepMs }
  const room = drop.room === null ? null : await findRoom(db, drop.id)
  const [orders, paid, movements, letIn] = await Promise.all([
    countOrdersOf(db, ids, 'created_at', stretches),
    countOrdersOf(db, ids, 'paid_at', stretches),
    sumMovements(db, ids, stretches),
    room ? readLetIn(db, room.id, stretches) : null,
  ])
  const changedAfter = (step: number, { product, size, stock }: (typeof sizes)[number]) =>
    movements
      .filter((one) => one.stretch > step && one.productId === product.id)
      .filter((one) => one.size === (stock === null ? null : size))
      .reduce((sum, { delta }) => sum + delta, 0)
  let served = 0
  const steps = Array.from({ length: Math.max(1, Math.ceil(lasted / stepMs)) }, (_, step) => {
    served = Math.max(served, letIn?.get(step) ?? 0)
    return {
      at: from + (step + 1) * stepMs,
      letIn: served,
      orders: orders.get(step) ?? 0,
      paid: paid.get(step) ?? 0,
      left: sizes.map((one) => {
        const units = unitsLeft(one.product, one.size)
        return units === null ? null : units - changedAfter(step, one)
      }),
    }
  })
  const sum = (field: 'orders' | 'paid') => steps.reduce((all, step) => all + step[field], 0)
  return {
    ...course,
    stepMs,
    steps,
    orders: sum('orders'),
    paid: sum('paid'),
    soldOutMs: lastPaid === null ? null : lastPaid - from,
  }
}
