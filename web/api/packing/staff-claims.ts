import * as v from 'valibot'
import { benchSchema, claimSchema, keepSchema, packedSchema } from '#domain/packing/packing-forms.ts'
import { claimOrder, renewClaim, releaseClaim, type HeldClaim } from '#operations/packing/claim-order.ts'
import { packOrder, type PackOutcome } from '#operations/packing/pack-order.ts'
import { readShopLocation } from '#operations/settings/read-shop-location.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { staffOrderRefusal } from '#web/api/orders/staff-order-refusal.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import type { BenchOrder, HeldBy } from '#web/views/packing/bench-order.ts'
import { benchOrder } from '#web/views/packing/bench-order.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { staff } from '#web/route.ts'

const benchOrderSchema = v.object({
  number: v.string(),
  version: countSchema,
  name: v.string(),
  address: v.array(v.string()),
  note: v.string(),
  isAbroad: v.boolean(),
  shipping: v.string(),
  isPickup: v.boolean(),
  items: v.array(
    v.object({
      position: countSchema,
      productId: v.string(),
      name: v.string(),
      size: v.string(),
      quantity: countSchema,
      barcode: v.string(),
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

/** POST /api/staff/packing/claim {number, bench, takeOver}: claims an order, so that no other bench packs it. */
export async function claimStaffOrder(
  request: Request,
  { shop, staff: { member, permissions } }: StaffContext,
): Promise<Response> {
  const body = await readJson(request, claimSchema)
  if ('refusal' in body) return body.refusal
  const outcome = await claimOrder(shop, { ...body.value, by: member.email, permissions })
  if (outcome.kind !== 'claimed') return refused(shop, outcome)
  return Response.json(benchOrder(outcome.order, (await readShopLocation(shop)).country))
}

claimStaffOrder.docs = {
  summary: 'Claim an order for a packing bench',
  detail:
    '`bench` is a random id of the browser tab. A claim ends after ten minutes without a request of its bench. ' +
    '`takeOver`, the `since` of the claim that was reported, takes over that claim.',
  body: { schema: claimSchema, example: EXAMPLE },
  answers: { 200: { means: 'What to pack.', schema: benchOrderSchema }, 404: UNKNOWN, 409: HELD },
} satisfies EndpointDocs

/** POST /api/staff/packing/keep {number, bench}: the bench is still packing. */
export async function renewStaffClaim(
  request: Request,
  { shop, staff: { member, permissions } }: StaffContext,
): Promise<Response> {
  const body = await readJson(request, keepSchema)
  if ('refusal' in body) return body.refusal
  const outcome = await renewClaim(shop, { ...body.value, by: member.email, permissions })
  return outcome.kind === 'kept' ? new Response(null, { status: 204 }) : refused(shop, outcome)
}

renewStaffClaim.docs = {
  summary: 'Keep a claim',
  detail: 'Refused when the order has another `version` by now, because its items may have changed.',
  body: { schema: keepSchema, example: { ...EXAMPLE, version: 2 } },
  answers: { 204: { means: 'The claim is kept for another ten minutes.' }, 409: HELD },
} satisfies EndpointDocs

/** POST /api/staff/packing/release {number, bench}: gives an order back. */
export async function releaseStaffClaim(
  request: Request,
  { shop, staff: { member, permissions } }: StaffContext,
): Promise<Response> {
  const body = await readJson(request, benchSchema)
  if ('refusal' in body) return body.refusal
  await releaseClaim(shop, { ...body.value, by: member.email, permissions })
  return new Response(null, { status: 204 })
}

releaseStaffClaim.docs = {
  summary: 'Give an order back without packing it',
  body: { schema: benchSchema, example: EXAMPLE },
  answers: { 204: { means: 'The bench has no claim on the order.' } },
} satisfies EndpointDocs

/** POST /api/staff/packing/packed: the bench has packed the order, which is fulfilled. */
export async function packStaffOrder(
  request: Request,
  { shop, staff: { member, permissions } }: StaffContext,
): Promise<Response> {
  const body = await readJson(request, packedSchema)
  if ('refusal' in body) return body.refusal
  const outcome = await packOrder(shop, { ...body.value, by: member.email, permissions })
  return outcome.kind === 'packed' ? new Response(null, { status: 204 }) : refused(shop, outcome)
}

packStaffOrder.docs = {
  summary: 'Fulfil an order that a bench has packed',
  detail:
    'Everything that was still to be sent is marked as sent. The customer gets an email, with the tracking number if there is one. Repeating it has no effect.',
  body: {
    schema: packedSchema,
    example: { ...EXAMPLE, version: 2, carrier: 'Canada Post', trackingNumber: '7023210039414604' },
  },
  answers: { 204: { means: 'The order is fulfilled.' }, 404: UNKNOWN, 409: HELD },
} satisfies EndpointDocs

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
  staff('POST /api/staff/packing/claim', 'orders.fulfil', claimStaffOrder),
  staff('POST /api/staff/packing/keep', 'orders.fulfil', renewStaffClaim),
  staff('POST /api/staff/packing/release', 'orders.fulfil', releaseStaffClaim),
  staff('POST /api/staff/packing/packed', 'orders.fulfil', packStaffOrder),
]
