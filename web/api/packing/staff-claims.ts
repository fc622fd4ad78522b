import * as v from 'valibot'
import { benchSchema, claimSchema, keepSchema, packedSchema } from '#domain/packing/packing-forms.ts'
import { claimOrder, renewClaim, releaseClaim, type HeldClaim } from '#operations/packing/claim-order.ts'
import { packOrder, type PackOutcome } from '#operations/packing/pack-order.ts'
import { readShopLocation } from '#operations/settings/read-shop-location.ts'
import type { Shop } from '#operations/shop.ts'
import { staffAction } from '#web/api/action.ts'
import { pictureViewSchema } from '#web/api/catalog/picture-schema.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { staffOrderRefusal } from '#web/api/orders/staff-order-refusal.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import type { BenchOrder, HeldBy } from '#web/views/packing/bench-order.ts'
import { benchOrder } from '#web/views/packing/bench-order.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'

const benchOrderSchema = v.object({
  number: v.string(),
  version: countSchema,
  name: v.string(),
  address: v.array(v.string()),
  note: v.string(),
  isAbroad: v.boolean(),
  shipping: v.string(),
  isPickup: v.boolean(),
  staffNotes: v.array(v.string()),
  items: v.array(
    v.object({
      position: countSchema,
      productId: v.string(),
      name: v.string(),
      size: v.string(),
      quantity: countSchema,
      barcode: v.string(),
      bin: v.string(),
      picture: v.nullable(pictureViewSchema),
    }),
  ),
}) satisfies v.GenericSchema<BenchOrder>

const heldSchema = v.object({
  by: v.string(),
  since: countSchema,
  at: v.string(),
}) satisfies v.GenericSchema<HeldBy>

const EXAMPLE = { number: 'R-7K3M-9QX2', bench: 'bench-0001' }
const UNKNOWN = refusal('There is no such order.')
const HELD = refusal(
  'Another bench packs the order (`held`, with who and since when in `current`), the bench has no claim on it (`lost`), ' +
    'or the order’s state does not allow it.',
  v.object({ ...problemSchema.entries, current: v.optional(heldSchema) }),
)

function refused(
  shop: Shop,
  outcome: HeldClaim | { kind: 'lost' } | Exclude<PackOutcome, { kind: 'packed' }>,
): Response {
  if (outcome.kind === 'held') {
    const { by, since } = outcome
    const current: HeldBy = { by, since, at: staffTime(shop)(since) }
    return problem({
      type: 'held',
      status: 409,
      title: `${by} is packing this order at another bench.`,
      current,
    })
  }
  if (outcome.kind === 'lost') {
    return problem({
      type: 'lost',
      status: 409,
      title: 'This bench is not packing the order. Scan its slip again.',
    })
  }
  const refusal = staffOrderRefusal(outcome)
  if (refusal === null) throw new Error(`Packing ended as ${outcome.kind}`)
  return problem(refusal)
}

export const routes = [
  staffAction('POST /api/staff/packing/claim', 'orders.fulfil', {
    summary: 'Claim an order for a packing bench',
    detail:
      '`bench` is a random id of the browser tab. A claim ends after ten minutes without a request of its bench. ' +
      '`takeOver`, the `since` of the claim that was reported, takes over that claim.',
    body: { schema: claimSchema, example: EXAMPLE },
    answers: { 200: { means: 'What to pack.', schema: benchOrderSchema }, 404: UNKNOWN, 409: HELD },
    async run({ shop, staff: { member, permissions }, body }) {
      const outcome = await claimOrder(shop, { ...body, by: member.email, permissions })
      if (outcome.kind !== 'claimed') return refused(shop, outcome)
      return benchOrder(shop, outcome, (await readShopLocation(shop)).country)
    },
  }),
  staffAction('POST /api/staff/packing/keep', 'orders.fulfil', {
    summary: 'Keep a claim',
    detail: 'Refused when the order has another `version` by now, because its items may have changed.',
    body: { schema: keepSchema, example: { ...EXAMPLE, version: 2 } },
    answers: { 204: { means: 'The claim is kept for another ten minutes.' }, 409: HELD },
    async run({ shop, staff: { member, permissions }, body }) {
      const outcome = await renewClaim(shop, { ...body, by: member.email, permissions })
      return outcome.kind === 'kept' ? null : refused(shop, outcome)
    },
  }),
  staffAction('POST /api/staff/packing/release', 'orders.fulfil', {
    summary: 'Give an order back without packing it',
    body: { schema: benchSchema, example: EXAMPLE },
    answers: { 204: { means: 'The bench has no claim on the order.' } },
    async run({ shop, staff: { member, permissions }, body }) {
      await releaseClaim(shop, { ...body, by: member.email, permissions })
      return null
    },
  }),
  staffAction('POST /api/staff/packing/packed', 'orders.fulfil', {
    summary: 'Fulfil an order that a bench has packed',
    detail:
      'Everything that was still to be sent is marked as sent; with `items`, those units of it, and the rest stays open. The customer gets an email, with the tracking number if there is one. Repeating it has no effect.',
    body: {
      schema: packedSchema,
      example: { ...EXAMPLE, version: 2, carrier: 'Canada Post', trackingNumber: '7023210039414604' },
    },
    answers: { 204: { means: 'The order is fulfilled.' }, 404: UNKNOWN, 409: HELD },
    async run({ shop, staff: { member, permissions }, body }) {
      const outcome = await packOrder(shop, { ...body, by: member.email, permissions })
      return outcome.kind === 'packed' ? null : refused(shop, outcome)
    },
  }),
]
