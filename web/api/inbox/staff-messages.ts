import * as v from 'valibot'
import { toMessageId } from '#domain/ids.ts'
import { CONTACT_SUBJECTS } from '#domain/inbox/contact-form.ts'
import type { CsvCell } from '#domain/csv.ts'
import { MESSAGE_FILTERS } from '#domain/inbox/inbox-list.ts'
import { versionSchema } from '#domain/version.ts'
import { deleteMessage } from '#operations/inbox/delete-message.ts'
import { markMessage } from '#operations/inbox/mark-message.ts'
import { streamMessages } from '#operations/inbox/read-messages.ts'
import { parseFilteredList } from '#web/views/filtered-list.ts'
import { messageView } from '#web/views/inbox/message-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { ordinalSchema } from '#web/api/count-schema.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import { idIn, idParams } from '#web/api/staff/staff-address.ts'
import { staff } from '#web/route.ts'

const markSchema = v.object({ version: versionSchema, answered: v.boolean() })

const listQuery = v.object({
  q: v.optional(v.string()),
  state: v.optional(v.picklist(['answered', 'unanswered'])),
})

const messageSchema = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
  receivedAt: v.string(),
  version: ordinalSchema,
  answered: v.nullable(v.object({ at: v.string(), by: v.string() })),
})

/**
 * POST /api/staff/messages/{id}/mark {version, answered}: marks a message as answered, with member and time, or not.
 */
export async function markStaffMessage(request: Request, { shop, staff }: StaffContext): Promise<Response> {
  const body = await readJson(request, markSchema)
  if ('refusal' in body) return body.refusal
  const id = idIn(request, toMessageId)
  if (id === null) return noSuchMessage()
  const marked = await markMessage(shop, { id, by: staff.member.email, ...body.value })
  if (marked.kind === 'not-found') return noSuchMessage()
  if (marked.kind === 'marked') return Response.json(messageView(marked.message, staffTime(shop)))
  return problem({
    type: 'changed-meanwhile',
    status: 409,
    title: 'Someone else just marked this message. This is how it is now.',
    current: messageView(marked.message, staffTime(shop)),
  })
}

markStaffMessage.docs = {
  summary: 'Mark a message as answered or unanswered',
  params: idParams,
  body: { schema: markSchema, example: { version: 1, answered: true } },
  answers: {
    200: { means: 'The current message.', schema: messageSchema },
    404: refusal('There is no such message.'),
    409: refusal('Another change came first: `current` is the current message.'),
  },
} satisfies EndpointDocs

/** DELETE /api/staff/messages/{id}: deletes a message permanently, at its sender's request. */
export async function deleteStaffMessage(request: Request, { shop }: StaffContext): Promise<Response> {
  const id = idIn(request, toMessageId)
  if (id === null || !(await deleteMessage(shop, id))) return noSuchMessage()
  return new Response(null, { status: 204 })
}

deleteStaffMessage.docs = {
  summary: 'Delete a message',
  detail: 'Permanently, at the request of its sender.',
  params: idParams,
  answers: { 204: { means: 'It is deleted.' }, 404: refusal('There is no such message.') },
} satisfies EndpointDocs

/** GET /api/staff/messages.csv?q=&state=: the filtered list as CSV. */
export async function exportStaffMessages(request: Request, context: StaffContext): Promise<Response> {
  const { shop } = context
  const { q, state } = parseFilteredList(new URL(request.url).searchParams, MESSAGE_FILTERS)
  const head = ['Received', 'Name', 'Email', 'Subject', 'Message', 'Answered', 'Answered by']
  return exportAnswer(request, context, 'exported-messages', {
    name: 'messages.csv',
    head,
    batches: lines(streamMessages(shop, { query: q, state })),
  })
}

exportStaffMessages.docs = {
  summary: 'The messages as a CSV file',
  detail: 'Exports are recorded in the staff activity.',
  query: listQuery,
  answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
} satisfies EndpointDocs

async function* lines(batches: ReturnType<typeof streamMessages>): AsyncGenerator<CsvCell[][]> {
  for await (const messages of batches) {
    yield messages.map(({ createdAt, name, email, subject, message, answered }) => [
      new Date(createdAt).toISOString(),
      name,
      email,
      CONTACT_SUBJECTS[subject],
      message,
      answered && new Date(answered.at).toISOString(),
      answered && answered.by,
    ])
  }
}

function noSuchMessage(): Response {
  return problem({ type: 'not-found', status: 404, title: 'There is no such message.' })
}

export const routes = [
  staff('GET /api/staff/messages.csv', 'customers.export', exportStaffMessages),
  staff('POST /api/staff/messages/:id/mark', 'messages.write', markStaffMessage),
  staff('DELETE /api/staff/messages/:id', 'messages.write', deleteStaffMessage),
]
