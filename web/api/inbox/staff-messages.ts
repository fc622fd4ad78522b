import * as v from 'valibot'
import { toAnswerId, toMessageId } from '#domain/ids.ts'
import { messageSubjects } from '#words/en/mails/operations.ts'
import type { CsvCell } from '#domain/csv.ts'
import { searchFilter } from '#domain/list-filter.ts'
import { versionSchema } from '#domain/version.ts'
import { answerMessage, readAnswers } from '#operations/inbox/answer-message.ts'
import { deleteMessage } from '#operations/inbox/delete-message.ts'
import { markMessage } from '#operations/inbox/mark-message.ts'
import { streamMessages } from '#operations/inbox/read-messages.ts'
import type { Shop } from '#operations/shop.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { messageView } from '#web/views/inbox/message-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { problem } from '#web/http/problem.ts'
import { ordinalSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import type { CsvFile } from '#web/http/files/csv-answer.ts'

const messageParams = idParams(toMessageId, 'There is no such message.')

const markSchema = v.object({ version: versionSchema, answered: v.boolean() })

const listQuery = v.object({
  q: v.optional(searchFilter.schema, ''),
  state: v.optional(v.picklist(['answered', 'unanswered'])),
})

const messageSchema = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
  contract: v.nullable(v.string()),
  receivedAt: v.string(),
  version: ordinalSchema,
  answered: v.nullable(v.object({ at: v.string(), by: v.string() })),
  answers: v.array(v.object({ id: v.string(), text: v.string(), at: v.string(), by: v.string() })),
})

const MAX_ANSWER_LENGTH = 5_000
const answerSchema = v.object({
  answerId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,64}$/), v.transform(toAnswerId)),
  text: v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll('\0', '').trim()),
    v.minLength(1, 'Write an answer.'),
    v.maxLength(MAX_ANSWER_LENGTH, `Use at most ${MAX_ANSWER_LENGTH} characters.`),
  ),
})

/** The message as it is now, with its answers. */
async function shown(shop: Shop, message: Parameters<typeof messageView>[0]) {
  return messageView(message, staffTime(shop), await readAnswers(shop, message.id))
}

async function* lines(batches: ReturnType<typeof streamMessages>): AsyncGenerator<CsvCell[][]> {
  for await (const messages of batches) {
    yield messages.map(({ createdAt, name, email, subject, message, answered, contract }) => [
      new Date(createdAt).toISOString(),
      name,
      email,
      messageSubjects[subject],
      message,
      answered && new Date(answered.at).toISOString(),
      answered && answered.by,
      contract,
    ])
  }
}

/** The messages of the contact form. */
export function messagesFile(shop: Shop, { q, state }: v.InferOutput<typeof listQuery> = { q: '' }): CsvFile {
  const head = ['Received', 'Name', 'Email', 'Subject', 'Message', 'Answered', 'Answered by', 'Contract']
  return {
    name: 'messages.csv',
    head,
    batches: lines(streamMessages(shop, { query: q, state: state ?? '' })),
  }
}

export const routes = [
  staffAction('GET /api/staff/messages.csv', 'customers.export', {
    summary: 'The messages as a CSV file',
    detail: 'Exports are recorded in the staff activity.',
    query: listQuery,
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run(asked) {
      return exportAnswer(asked.request, asked, 'exported-messages', messagesFile(asked.shop, asked.query))
    },
  }),
  staffAction('POST /api/staff/messages/:id/mark', 'messages.write', {
    summary: 'Mark a message as answered or unanswered',
    params: messageParams,
    body: { schema: markSchema, example: { version: 1, answered: true } },
    answers: {
      200: { means: 'The current message.', schema: messageSchema },
      404: refusal('There is no such message.'),
      409: refusal('Another change came first: `current` is the current message.'),
    },
    async run({ shop, staff, params: { id }, body }) {
      const marked = await markMessage(shop, { id, by: staff.member.email, ...body })
      if (marked.kind === 'not-found') return noSuch(messageParams)
      if (marked.kind === 'marked') return shown(shop, marked.message)
      return problem({
        type: 'changed-meanwhile',
        status: 409,
        title: 'Someone else just marked this message. This is how it is now.',
        current: await shown(shop, marked.message),
      })
    },
  }),
  staffAction('POST /api/staff/messages/:id/answers', 'messages.write', {
    summary: 'Answer a message by email',
    detail: 'It is kept with the message, which is marked as answered. The same answerId is sent once.',
    params: messageParams,
    body: { schema: answerSchema, example: { answerId: 'an-answer-1', text: 'Yes, until six.' } },
    answers: { 200: { means: 'The current message.', schema: messageSchema } },
    async run({ shop, staff: { member }, params: { id }, body: { answerId, text } }) {
      const message = await answerMessage(shop, id, { id: answerId, text, by: member.email })
      return message === null ? noSuch(messageParams) : shown(shop, message)
    },
  }),
  staffAction('DELETE /api/staff/messages/:id', 'messages.write', {
    summary: 'Delete a message',
    detail: 'Permanently, at the request of its sender.',
    params: messageParams,
    answers: {
      204: { means: 'It is deleted.' },
      404: refusal('There is no such message.'),
      409: refusal('It is a withdrawal from a contract, which is kept.'),
    },
    async run({ shop, params: { id } }) {
      const outcome = id === null ? 'not-found' : await deleteMessage(shop, id)
      if (outcome === 'not-found') return noSuch(messageParams)
      if (outcome === 'deleted') return null
      const title = 'A withdrawal from a contract is kept. It is deleted with the customer’s data.'
      return problem({ type: 'not-possible', status: 409, title })
    },
  }),
]
