import * as v from 'valibot'
import { parcelsSchema, printedSchema, trackingTextSchema } from '#domain/packing/packing-forms.ts'
import { PACKING_OBSTACLE_WORDS } from '#domain/packing/packing-obstacle.ts'
import { fulfilParcels } from '#operations/packing/fulfil-parcels.ts'
import { previewTracking, type PreviewedRow } from '#operations/packing/preview-tracking.ts'
import { recordPrints } from '#operations/packing/record-prints.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { notPermitted } from '#web/http/staff-only.ts'
import type { TrackingRowView } from '#web/views/packing/tracking-row.ts'
import { MAX_BATCH_SIZE, MAX_TRACKING_LENGTH } from '#domain/packing/parse-tracking.ts'

const rowSchema = v.object({
  line: countSchema,
  number: v.string(),
  customer: v.string(),
  trackingNumber: v.string(),
  carrier: v.string(),
  problem: v.nullable(v.string()),
  isDone: v.boolean(),
  isLate: v.boolean(),
}) satisfies v.GenericSchema<TrackingRowView>

export const routes = [
  staffAction('POST /api/staff/packing/printed', 'orders.fulfil', {
    summary: 'Record that packing slips were printed',
    body: { schema: printedSchema, example: { numbers: ['R-7K3M-9QX2'] } },
    answers: { 204: { means: 'The lists show who printed them, and when.' } },
    async run({ shop, staff: { member }, body }) {
      await recordPrints(shop, { ...body, by: member.email })
      return null
    },
  }),
  staffAction('POST /api/staff/packing/tracking', 'orders.fulfil', {
    summary: 'Preview tracking numbers',
    detail:
      'One order per line, with its order number and tracking number, separated by a tab, comma or semicolon; or a CSV ' +
      'file with headings. Each row says what is wrong with it. Nothing is changed.',
    body: { schema: trackingTextSchema, example: { text: 'R-7K3M-9QX2,7023210039414604' } },
    answers: { 200: { means: 'The rows.', schema: v.object({ rows: v.array(rowSchema) }) } },
    async run({ shop, body }) {
      const previewed = await previewTracking(shop, body.text)
      const rows = previewed.map(({ problem: found, ...row }): TrackingRowView => ({
        ...row,
        isDone: found === 'sent',
        problem: found === null || found === 'sent' ? null : trackingProblemWords(found),
      }))
      return { rows }
    },
  }),
  staffAction('POST /api/staff/packing/fulfil', 'orders.fulfil', {
    summary: 'Fulfil many orders at once',
    detail:
      'All of them or, if one cannot be fulfilled, none. Of an order that was sent in part, the rest is fulfilled. Each customer gets an email, with the tracking number if there is ' +
      'one. An order that was sent before in one parcel without a number gets it now, and its customer an email. An order that was fulfilled before with the same tracking number is counted in `already`, so that the request ' +
      'can be repeated.',
    body: {
      schema: parcelsSchema,
      example: {
        parcels: [{ number: 'R-7K3M-9QX2', carrier: 'Canada Post', trackingNumber: '7023210039414604' }],
      },
    },
    answers: {
      200: {
        means: 'How many orders were fulfilled, now and before, and how many of these got a number only now.',
        schema: v.object({ fulfilled: countSchema, already: countSchema, added: countSchema }),
      },
      409: refusal('An order cannot be fulfilled. `errors` names each; none was fulfilled.'),
    },
    async run({ shop, staff: { member, permissions }, body }) {
      const { parcels } = body
      const outcome = await fulfilParcels(shop, { parcels, by: member.email, permissions })
      if (outcome.kind === 'not-permitted') return notPermitted()
      if (outcome.kind === 'fulfilled') {
        const { fulfilled, already, added } = outcome
        return { fulfilled, already, added }
      }
      const errors = outcome.refused.map(({ number, obstacle }) => ({
        path: `/parcels/${parcels.findIndex((parcel) => parcel.number === number)}`,
        message: `${number}: ${PACKING_OBSTACLE_WORDS[obstacle]}.`,
      }))
      return problem({
        type: 'not-possible',
        status: 409,
        title: 'Some of these orders cannot be marked as fulfilled, so none was.',
        errors,
      })
    },
  }),
]

type Problem = Exclude<PreviewedRow['problem'], null | 'sent'>

/** What is wrong with a row of tracking numbers, as display text. */
function trackingProblemWords(problem: Problem): string {
  switch (problem) {
    case 'no-order':
      return 'No order number in this row'
    case 'no-tracking':
      return 'No tracking number'
    case 'order-number':
      return 'An order number stands where the tracking number or carrier belongs'
    case 'too-long':
      return `Longer than ${MAX_TRACKING_LENGTH} characters`
    case 'shortened':
      return 'The spreadsheet shortened this number. Format the column as text and copy it again'
    case 'doubled-order':
      return 'This order is in an earlier row too'
    case 'doubled-tracking':
      return 'Another row has the same tracking number'
    case 'too-many':
      return `More than ${MAX_BATCH_SIZE} rows. Import the rest afterwards`
    default:
      return PACKING_OBSTACLE_WORDS[problem]
  }
}
