import { toSubscriberId } from '#domain/ids.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import * as v from 'valibot'
import type { CsvCell } from '#domain/csv.ts'
import { SUBSCRIBER_STATES } from '#domain/newsletter/newsletter.ts'
import { deleteSubscriber } from '#operations/newsletter/delete-subscriber.ts'
import { streamSubscribers } from '#operations/newsletter/read-subscribers.ts'
import { unsubscribeByStaff } from '#operations/newsletter/unsubscribe-by-staff.ts'
import { parseFilteredList } from '#web/views/filtered-list.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { subscriberView } from '#web/views/newsletter/subscriber-view.server.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'

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

const subscriberParams = idParams(toSubscriberId, 'There is no such subscriber.')

export const routes = [
  staffAction('GET /api/staff/subscribers.csv', 'customers.export', {
    summary: 'The subscribers as a CSV file',
    detail: 'Exports are recorded in the staff activity.',
    query: listQuery,
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run(asked) {
      const { shop } = asked
      const { q, state } = parseFilteredList(new URL(asked.request.url).searchParams, SUBSCRIBER_STATES)
      const head = ['Email', 'State', 'Joined', 'Confirmed', 'Left']
      return exportAnswer(asked.request, asked, 'exported-subscribers', {
        name: 'subscribers.csv',
        head,
        batches: lines(streamSubscribers(shop, { query: q, state })),
      })
    },
  }),
  staffAction('POST /api/staff/subscribers/:id/unsubscribe', 'subscribers.write', {
    summary: 'Unsubscribe a subscriber at their request',
    params: subscriberParams,
    answers: { 200: { means: 'The current subscriber.', schema: subscriberSchema } },
    async run({ shop, params: { id } }) {
      const subscriber = await unsubscribeByStaff(shop, id)
      return subscriber === null ? noSuch(subscriberParams) : subscriberView(subscriber, staffTime(shop))
    },
  }),
  staffAction('DELETE /api/staff/subscribers/:id', 'subscribers.write', {
    summary: 'Delete a subscriber',
    detail: 'Permanently, at the subscriber’s request.',
    params: subscriberParams,
    answers: { 204: { means: 'The subscriber is deleted.' } },
    run: async ({ shop, params: { id } }) =>
      (await deleteSubscriber(shop, id)) ? null : noSuch(subscriberParams),
  }),
]
