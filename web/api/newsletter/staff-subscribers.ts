import { toSubscriberId } from '#domain/ids.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import * as v from 'valibot'
import type { CsvCell } from '#domain/csv.ts'
import { searchFilter } from '#domain/list-filter.ts'
import { SUBSCRIBER_STATES, type SubscriberState } from '#domain/newsletter/newsletter.ts'
import { deleteSubscriber } from '#operations/newsletter/delete-subscriber.ts'
import { streamSubscribers, subscribersAfter } from '#operations/newsletter/read-subscribers.ts'
import { unsubscribeByStaff } from '#operations/newsletter/unsubscribe-by-staff.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { subscriberView } from '#web/views/newsletter/subscriber-view.server.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { LIST_DETAIL, listEntries, nextSchema, pageOf } from '#web/views/list-cursor.server.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import type { Shop } from '#operations/shop.ts'
import type { CsvFile } from '#web/http/files/csv-answer.ts'

const stateSchema = v.picklist(['pending', 'confirmed', 'unsubscribed'])

const filters = { q: v.optional(searchFilter.schema, ''), state: v.optional(stateSchema) }

const subscriberSchema = v.object({
  id: v.string(),
  email: v.string(),
  state: stateSchema,
  joinedAt: v.string(),
  confirmedAt: v.string(),
  unsubscribedAt: v.string(),
})

async function* lines(
  shop: Shop,
  batches: ReturnType<typeof streamSubscribers>,
): AsyncGenerator<CsvCell[][]> {
  const here = `Confirmed by email at ${new URL(shop.settings.publicUrl).host}`
  for await (const subscribers of batches) {
    yield subscribers.map(({ email, state, createdAt, confirmedAt, unsubscribedAt, consentSource }) => [
      email,
      SUBSCRIBER_STATES[state],
      isoTime(createdAt),
      isoTime(confirmedAt),
      isoTime(unsubscribedAt),
      confirmedAt === null ? null : (consentSource ?? here),
      isoTime(confirmedAt),
    ])
  }
}

function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

const subscriberParams = idParams(toSubscriberId, 'There is no such subscriber.')

const wantedBy = ({ q, state = '' }: { q: string; state?: SubscriberState | '' | undefined }) => ({
  query: q,
  state,
})

const listedSchema = v.object({
  id: v.string(),
  email: v.string(),
  state: stateSchema,
  createdAt: countSchema,
  confirmedAt: v.nullable(countSchema),
  unsubscribedAt: v.nullable(countSchema),
  consentSource: v.nullable(v.string()),
})

/** The subscribers of the newsletter, in every state. */
export function subscribersFile(shop: Shop, query: Parameters<typeof wantedBy>[0] = { q: '' }): CsvFile {
  const head = ['Email', 'State', 'Joined', 'Confirmed', 'Left', 'Consent source', 'Consent time']
  const batches = lines(shop, streamSubscribers(shop, wantedBy(query)))
  return { name: 'subscribers.csv', head, batches }
}

export const routes = [
  staffAction('GET /api/staff/subscribers', 'subscribers.read', {
    summary: 'The subscribers of the newsletter',
    detail: LIST_DETAIL,
    query: v.object({ ...filters, ...listEntries }),
    answers: {
      200: {
        means: 'The next subscribers.',
        schema: v.object({ subscribers: v.array(listedSchema), next: nextSchema }),
      },
    },
    async run({ shop, query }) {
      const { cursor, limit } = query
      const found = await subscribersAfter(shop, wantedBy(query), cursor ?? null, limit + 1)
      const { shown, next } = pageOf(found, limit)
      return { subscribers: shown, next }
    },
  }),
  staffAction('GET /api/staff/subscribers.csv', 'customers.export', {
    summary: 'The subscribers as a CSV file',
    detail: 'Exports are recorded in the staff activity.',
    query: v.object(filters),
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run(asked) {
      return exportAnswer(
        asked.request,
        asked,
        'exported-subscribers',
        subscribersFile(asked.shop, asked.query),
      )
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
