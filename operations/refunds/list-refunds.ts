import { refundsAfter } from '#db/refunds/refunds.ts'
import type { Refund, RefundState } from '#domain/refunds/refund.ts'
import type { Shop } from '#operations/shop.ts'

/** A refund with the number of its order, and when the money was returned. */
export type ListedRefund = Refund & { order: string; doneAt: number | null }

/** The refunds after a place in the list, after corrections, newest first; from the newest without one. */
export function listRefunds(
  { database: { db } }: Shop,
  wanted: { state?: RefundState | undefined; order?: string | undefined },
  after: { createdAt: number; id: string } | null,
  limit: number,
): Promise<ListedRefund[]> {
  return refundsAfter(db, wanted, after, limit)
}
