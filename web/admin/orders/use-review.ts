import { useEffect, useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import type { RefusedRow } from '#web/admin/list/refused-list.tsx'
import { inParts } from '#web/admin/list/in-parts.ts'
import { showToast } from '#web/ui/toast.tsx'

/** An order that was refused, and why. */
export interface RefusedOrder {
  number: string
  reason: string
}

/** What would be returned: of which orders, as staff saw them, and how much in cents. `refused`: of which nothing. */
export interface Review {
  orders: { number: string; version: number }[]
  sum: number
  refused: RefusedOrder[]
}

/** What would be returned of these orders; null while it is added up, or when nothing is returned. */
export function useReview(action: 'cancel' | 'refund' | null, numbers: readonly string[]): Review | null {
  const [review, setReview] = useState<Review | null>(null)
  useEffect(() => {
    if (action === null) return
    let isShown = true
    void reviewed(action, numbers).then((found) => isShown && setReview(found))
    return () => {
      isShown = false
    }
  }, [action, numbers])
  return review
}

async function reviewed(action: 'cancel' | 'refund', numbers: readonly string[]): Promise<Review | null> {
  const review: Review = { orders: [], sum: 0, refused: [] }
  const asked = await inParts(numbers, (part) =>
    call(`POST /api/staff/selected-orders/review-${action}`, {
      body: { orders: part.map((number) => ({ number })) },
    }),
  )
  if (asked.refused) {
    const { title } = asked.refused
    showToast('error', title ?? 'The shop did not respond. Go back, then try again.', 6_000)
    return null
  }
  for (const { number, version, left, refusal } of asked.values.flatMap(({ orders }) => orders)) {
    if (refusal !== null) review.refused.push({ number, reason: refusal })
    else {
      review.orders.push({ number, version })
      review.sum += left
    }
  }
  return review
}

/** Refused orders, as a list shows them. */
export function refusedRows(orders: readonly RefusedOrder[]): RefusedRow[] {
  return orders.map(({ number, reason }) => ({ name: number, href: `/admin/orders/${number}`, reason }))
}
