import type { takeOffNewsletter } from '#operations/take-off-newsletter.ts'
import { saskatoonTime } from '#web/admin/list/saskatoon-time.ts'
import type { SubscriberView } from './subscriber-view.ts'

type Subscriber = NonNullable<Awaited<ReturnType<typeof takeOffNewsletter>>>

/** A subscriber ready to be shown. */
export function subscriberView({
  id,
  email,
  state,
  createdAt,
  confirmedAt,
  unsubscribedAt,
}: Subscriber): SubscriberView {
  const text = (time: number | null) => (time === null ? '' : saskatoonTime(time))
  return {
    id,
    email,
    state,
    joinedAt: text(createdAt),
    confirmedAt: text(confirmedAt),
    unsubscribedAt: text(unsubscribedAt),
  }
}
