import { CONTACT_SUBJECTS } from '#domain/inbox/contact-form.ts'
import type { findMessage } from '#operations/inbox/read-messages.ts'
import type { MessageView } from './message-view.ts'

type StoredMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** A message for display, with its times formatted by `time` (staff-time.server.ts). */
export function messageView(
  { createdAt, subject, answered, ...message }: StoredMessage,
  time: (at: number) => string,
): MessageView {
  return {
    ...message,
    subject: CONTACT_SUBJECTS[subject],
    receivedAt: time(createdAt),
    answered: answered && { at: time(answered.at), by: answered.by },
  }
}
