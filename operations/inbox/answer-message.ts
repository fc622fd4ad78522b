import * as v from 'valibot'
import {
  findAnswer,
  findContactMessage,
  insertAnswer,
  listAnswers,
  markContactMessage,
  type MessageAnswer,
  type StoredMessage,
} from '#db/inbox/contact-messages.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { transact } from '#db/engine/transact.ts'
import { toAnswerId, type AnswerId, type MessageId } from '#domain/ids.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { findReplyAddress } from '#operations/settings/shop-contact.ts'
import type { Shop } from '#operations/shop.ts'
import * as words from '#words/en/mails/operations.ts'

/** The outbox task for the mail of an answer. */
export const ANSWER_MAIL = 'message-answer'

/** Stores an answer, marks its message as answered, and enqueues its mail, once; null when there is no such message. */
export async function answerMessage(
  shop: Shop,
  messageId: MessageId,
  { id, text, by }: { id: AnswerId; text: string; by: string },
): Promise<StoredMessage | null> {
  return transact(shop.database, async (tx) => {
    const message = await findContactMessage(tx, messageId)
    if (message === null) return null
    const at = shop.now()
    if (!(await insertAnswer(tx, messageId, { id, text, at, by }))) return message
    await markContactMessage(tx, message, { at, by })
    const task = { kind: ANSWER_MAIL, payload: { answerId: id }, dedupeKey: `${ANSWER_MAIL}:${id}` } as const
    await enqueue(tx, [task], at)
    await recordAudit(tx, shop, { action: 'message-answer-sent', subject: { id: messageId } })
    return findContactMessage(tx, messageId)
  })
}

/** The answers to a message, the oldest first. */
export function readAnswers({ database }: Pick<Shop, 'database'>, id: MessageId): Promise<MessageAnswer[]> {
  return listAnswers(database.db, id)
}

const answerTask = v.object({ answerId: v.pipe(v.string(), v.transform(toAnswerId)) })

/**
 * Sends the mail of a `message-answer` task to who wrote the message; what they reply comes to the owner. An answer
 * that was deleted with its message is not sent.
 */
export async function sendAnswerMail(shop: Shop, payload: unknown): Promise<void> {
  const { answerId } = v.parse(answerTask, payload)
  const found = await findAnswer(shop.database.db, answerId)
  if (!found) return
  const { text, message } = found
  const subject = words.messageAnswer.subject(words.messageSubjects[message.subject])
  await sendMail(shop, {
    id: `${ANSWER_MAIL}-${answerId}`,
    kind: ANSWER_MAIL,
    to: { name: message.name, address: message.email },
    replyTo: (await findReplyAddress(shop)) ?? shop.settings.ownerEmail,
    subject,
    body: {
      heading: subject,
      paragraphs: text.split(/\n+/).filter((line) => line.trim() !== ''),
      facts: [[words.messageAnswer.quoted, message.message]],
    },
  })
}
