import type { unsubscribeByStaff } from '#operations/newsletter/unsubscribe-by-staff.ts'
import type { SubscriberView } from './subscriber-view.ts'

type Subscriber = NonNullable<Awaited<ReturnType<typeof unsubscribeByStaff>>>

/** A subscriber for display, with times formatted by `time` (staff-time.server.ts). */
export function subscriberView(
  { id, email, state, createdAt, confirmedAt, unsubscribedAt }: Subscriber,
  time: (at: number) => string,
): SubscriberView {
  const text = (at: number | null) => (at === null ? '' : time(at))
  return {
    id,
    email,
    state,
    joinedAt: text(createdAt),
    confirmedAt: text(confirmedAt),
    unsubscribedAt: text(unsubscribedAt),
  }
}
