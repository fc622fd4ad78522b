import * as v from 'valibot'
import { CONTACT_SUBJECTS } from '#domain/contact-form.ts'
import type { CsvCell } from '#domain/csv.ts'
import { MESSAGE_FILTERS } from '#domain/inbox-list.ts'
import { forgetMessage } from '#operations/forget-message.ts'
import { markMessage } from '#operations/mark-message.ts'
import { everyMessageOf } from '#operations/read-messages.ts'
import { parseNarrowedList } from '#web/admin/list/narrowed-list.ts'
import { messageView } from '#web/admin/messages/message-view.server.ts'
import { csvAnswer } from '#web/http/csv-answer.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import type { StaffContext } from './api-context.ts'

const ADDRESS = /^\/api\/staff\/messages\/([\w-]{1,64})(?:\/|$)/

const markSchema = v.object({ version: v.pipe(v.number(), v.safeInteger()), answered: v.boolean() })

/** POST /api/staff/messages/{id}/mark {version, answered}: notes who has answered it, and when; or that nobody has. */
export async function markStaffMessage(request: Request, { shop, staff }: StaffContext): Promise<Response> {
  const body = await readJson(request, markSchema)
  if ('refusal' in body) return body.refusal
  const marked = await markMessage(shop, { id: idOf(request), by: staff.member.email, ...body.value })
  if (marked.kind === 'not-found') return noSuchMessage()
  if (marked.kind === 'marked') return Response.json(messageView(marked.message))
  return problem({
    type: 'changed-meanwhile',
    status: 409,
    title: 'Somebody else has just marked this message. You see it as it is now.',
    current: messageView(marked.message),
  })
}

/** DELETE /api/staff/messages/{id}: for good, on the request of who wrote it. */
export async function deleteStaffMessage(request: Request, { shop }: StaffContext): Promise<Response> {
  if (!(await forgetMessage(shop, idOf(request)))) return noSuchMessage()
  return new Response(null, { status: 204 })
}

/** GET /api/staff/messages.csv?q=&state=: the list as a file. */
export async function exportStaffMessages(request: Request, { shop }: StaffContext): Promise<Response> {
  const { q, state } = parseNarrowedList(new URL(request.url).searchParams, MESSAGE_FILTERS)
  const head = ['Received', 'Name', 'E-mail', 'Subject', 'Message', 'Answered', 'Answered by']
  return csvAnswer('messages.csv', head, lines(everyMessageOf(shop, { query: q, state })))
}

async function* lines(batches: ReturnType<typeof everyMessageOf>): AsyncGenerator<CsvCell[][]> {
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

function idOf(request: Request): string {
  return ADDRESS.exec(new URL(request.url).pathname)?.[1] ?? ''
}

function noSuchMessage(): Response {
  return problem({ type: 'not-found', status: 404, title: 'There is no such message.' })
}
