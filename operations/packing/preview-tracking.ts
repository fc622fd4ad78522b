import { findPackingOrders } from '#db/packing/packing-orders.ts'
import { packingObstacle, type PackingObstacle } from '#domain/packing/packing-obstacle.ts'
import {
  MAX_BATCH_SIZE,
  parseTracking,
  type TrackingRow,
  type TrackingRowProblem,
} from '#domain/packing/parse-tracking.ts'
import { findUntracked, isAlreadySent } from './fulfil-parcels.ts'
import type { Shop } from '#operations/shop.ts'

/** A row with its problem, including problems of its order. `sent`: the order was already sent with this number. */
export interface PreviewedRow extends Omit<TrackingRow, 'problem'> {
  customer: string
  problem: TrackingRowProblem | PackingObstacle | 'sent' | 'too-many' | null
  /** The order was sent without a number, and gets this one. */
  isLate: boolean
}

/** Reads tracking numbers and looks up their orders. Nothing is changed. */
export async function previewTracking({ database: { db } }: Shop, text: string): Promise<PreviewedRow[]> {
  const rows = parseTracking(text)
  const numbers = rows.slice(0, MAX_BATCH_SIZE).map(({ number }) => number)
  const orders = await findPackingOrders(db, numbers)
  const byNumber = new Map(orders.map((order) => [order.number, order]))
  return rows.map(({ problem, ...row }, at) => {
    const order = byNumber.get(row.number)
    const judged = (): PreviewedRow['problem'] => {
      if (problem !== null) return problem
      if (at >= MAX_BATCH_SIZE) return 'too-many'
      if (!order) return 'unknown'
      if (isAlreadySent(order, row)) return 'sent'
      if (findUntracked(order) !== null) return null
      return packingObstacle(order) ?? (order.delivery === 'pickup' ? 'pickup' : null)
    }
    const found = judged()
    const isLate = found === null && order !== undefined && findUntracked(order) !== null
    return { ...row, customer: order?.customer.name ?? '', problem: found, isLate }
  })
}
