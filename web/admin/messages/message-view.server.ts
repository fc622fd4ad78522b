import { CONTACT_SUBJECTS } from '#domain/contact-form.ts'
import type { findMessage } from '#operations/read-messages.ts'
import { saskatoonTime } from '#web/admin/list/saskatoon-time.ts'
import type { MessageView } from './message-view.ts'

type KeptMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** A message ready to be shown. */
export function messageView({ createdAt, subject, answered, ...message }: KeptMessage): MessageView {
  return {
    ...message,
    subject: CONTACT_SUBJECTS[subject],
    receivedAt: saskatoonTime(createdAt),
    answered: answered && { at: saskatoonTime(answered.at), by: answered.by },
  }
}
