import { subjects } from '#words/en/pages/contact-form.ts'
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
    subject: subjects[subject],
    receivedAt: time(createdAt),
    answered: answered && { at: time(answered.at), by: answered.by },
  }
}
