import * as v from 'valibot'
import type { CsvCell } from '#domain/csv.ts'
import { toSubscriberId } from '#domain/ids.ts'
import { SUBSCRIBER_STATES } from '#domain/newsletter/newsletter.ts'
import { deleteSubscriber } from '#operations/newsletter/delete-subscriber.ts'
import { streamSubscribers } from '#operations/newsletter/read-subscribers.ts'
import { unsubscribeByStaff } from '#operations/newsletter/unsubscribe-by-staff.ts'
import { parseFilteredList } from '#web/views/filtered-list.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { subscriberView } from '#web/views/newsletter/subscriber-view.server.ts'
import { problem } from '#web/http/problem.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import { idIn, idParams } from '#web/api/staff/staff-address.ts'
import { staff } from '#web/route.ts'

const stateSchema = v.picklist(['pending', 'confirmed', 'unsubscribed'])

const listQuery = v.object({ q: v.optional(v.string()), state: v.optional(stateSchema) })

const subscriberSchema = v.object({
  id: v.string(),
  email: v.string(),
  state: stateSchema,
  joinedAt: v.string(),
  confirmedAt: v.string(),
  unsubscribedAt: v.string(),
})

/** POST /api/staff/subscribers/{id}/unsubscribe: at the subscriber's request. A repeat changes nothing. */
export async function unsubscribeStaffSubscriber(
  request: Request,
  { shop }: StaffContext,
): Promise<Response> {
  const id = idIn(request, toSubscriberId)
  const subscriber = id === null ? null : await unsubscribeByStaff(shop, id)
  return subscriber === null ? noSuchSubscriber() : Response.json(subscriberView(subscriber, staffTime(shop)))
}

unsubscribeStaffSubscriber.docs = {
  summary: 'Unsubscribe a subscriber at their request',
  params: idParams,
  answers: {
    200: { means: 'The current subscriber.', schema: subscriberSchema },
    404: refusal('There is no such subscriber.'),
  },
} satisfies EndpointDocs

/** DELETE /api/staff/subscribers/{id}: deletes a subscriber permanently, at their request. */
export async function deleteStaffSubscriber(request: Request, { shop }: StaffContext): Promise<Response> {
  const id = idIn(request, toSubscriberId)
  if (id === null || !(await deleteSubscriber(shop, id))) return noSuchSubscriber()
  return new Response(null, { status: 204 })
}

deleteStaffSubscriber.docs = {
  summary: 'Delete a subscriber',
  detail: 'Permanently, at the subscriber’s request.',
  params: idParams,
  answers: { 204: { means: 'The subscriber is deleted.' }, 404: refusal('There is no such subscriber.') },
} satisfies EndpointDocs

/** GET /api/staff/subscribers.csv?q=&state=: the filtered list as CSV. */
export async function exportStaffSubscribers(request: Request, context: StaffContext): Promise<Response> {
  const { shop } = context
  const { q, state } = parseFilteredList(new URL(request.url).searchParams, SUBSCRIBER_STATES)
  const head = ['Email', 'State', 'Joined', 'Confirmed', 'Left']
  return exportAnswer(request, context, 'exported-subscribers', {
    name: 'subscribers.csv',
    head,
    batches: lines(streamSubscribers(shop, { query: q, state })),
  })
}

exportStaffSubscribers.docs = {
  summary: 'The subscribers as a CSV file',
  detail: 'Exports are recorded in the staff activity.',
  query: listQuery,
  answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
} satisfies EndpointDocs

async function* lines(batches: ReturnType<typeof streamSubscribers>): AsyncGenerator<CsvCell[][]> {
  for await (const subscribers of batches) {
    yield subscribers.map(({ email, state, createdAt, confirmedAt, unsubscribedAt }) => [
      email,
      SUBSCRIBER_STATES[state],
      isoTime(createdAt),
      isoTime(confirmedAt),
      isoTime(unsubscribedAt),
    ])
  }
}

function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

function noSuchSubscriber(): Response {
  return problem({ type: 'not-found', status: 404, title: 'There is no such subscriber.' })
}

export const routes = [
  staff('GET /api/staff/subscribers.csv', 'customers.export', exportStaffSubscribers),
  staff('POST /api/staff/subscribers/:id/unsubscribe', 'subscribers.write', unsubscribeStaffSubscriber),
  staff('DELETE /api/staff/subscribers/:id', 'subscribers.write', deleteStaffSubscriber),
]
