import type { StaffAnswer } from '#web/admin/call-staff-api.ts'
import { missingInParcel, type Parcel } from '#domain/packing/packing-bench.ts'
import type { BenchOrder } from '#web/views/packing/bench-order.ts'

/** `3 items`: how many units an order has. */
export function countWords({ items }: BenchOrder): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 item' : `${count} items`
}

/** `2 items are missing.` */
export function missingWords(parcel: Parcel): string {
  const missing = missingInParcel(parcel)
  return missing === 1 ? '1 item is missing.' : `${missing} items are missing.`
}

/** Why the shop refused what the bench asked. */
export function reasonOf(answer: StaffAnswer<unknown> & { kind: 'refused' }): string {
  if (answer.code === 'signed-out') return 'You are signed out. Sign in from another tab, then scan again.'
  return Object.values(answer.fields)[0] ?? answer.title ?? 'The shop did not respond. Scan again.'
}
