import { messageSubjects } from '#words/en/mails/operations.ts'
import type { readAnswers } from '#operations/inbox/answer-message.ts'
import type { findMessage } from '#operations/inbox/read-messages.ts'
import type { MessageView } from './message-view.ts'

type MessageAnswer = Awaited<ReturnType<typeof readAnswers>>[number]
type StoredMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** A message for display, with its times formatted by `time` (staff-time.server.ts). */
export function messageView(
  { createdAt, subject, answered, ...message }: StoredMessage,
  time: (at: number) => string,
  answers: readonly MessageAnswer[] = [],
): MessageView {
  return {
    ...message,
    subject: messageSubjects[subject],
    receivedAt: time(createdAt),
    answered: answered && { at: time(answered.at), by: answered.by },
    answers: answers.map((answer) => ({ ...answer, at: time(answer.at) })),
  }
}
