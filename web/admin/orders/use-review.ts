import { useEffect, useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import { showToast } from '#web/ui/toast.tsx'

/** How many orders a request is about. */
export const PART = 50

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
  for (let at = 0; at < numbers.length; at += PART) {
    const part = numbers.slice(at, at + PART)
    const answer = await call(`POST /api/staff/selected-orders/review-${action}`, {
      body: { orders: part.map((number) => ({ number })) },
    })
    if (answer.kind === 'refused') {
      showToast('error', answer.title ?? 'The shop did not respond. Go back, then try again.', 6_000)
      return null
    }
    for (const { number, version, left, refusal } of answer.value.orders) {
      if (refusal !== null) review.refused.push({ number, reason: refusal })
      else {
        review.orders.push({ number, version })
        review.sum += left
      }
    }
  }
  return review
}
