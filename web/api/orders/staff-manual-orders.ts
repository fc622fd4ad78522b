import * as words from '#words/en/checkout/refusals.ts'
import * as v from 'valibot'
import { formatCents } from '#domain/money.ts'
import { manualOrderSchema, manualPriceSchema } from '#domain/checkout/manual-order.ts'
import { ORDER_NUMBER } from '#domain/orders/order.ts'
import { createManualOrder, type ManualOrderOutcome } from '#operations/orders/create-manual-order.ts'
import { priceManualOrder } from '#operations/orders/price-manual-order.ts'
import { staffAction } from '#web/api/action.ts'
import { problem, type ProblemError } from '#web/http/problem.ts'
import { NOT_PERMITTED } from '#web/http/staff-only.ts'
import { problemPath } from '#domain/checkout/checkout-problem.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import type { ManualPriceView } from '#web/views/orders/manual-price.ts'
import { lineProblemWords, manualPriceView } from '#web/views/orders/manual-price.server.ts'

const LINES = [
  { productId: 'emblem-hoodie', size: 'M', quantity: 1, unitPrice: '100.00', reason: 'Stall price' },
]
const PRICED = { lines: LINES, delivery: 'in-person', shipping: false, customer: { name: 'Ada Okafor' } }

const priceViewSchema = v.object({
  lines: v.array(v.object({ price: v.nullable(v.string()), problem: v.nullable(v.string()) })),
  totals: v.array(v.tuple([v.string(), v.string()])),
  methods: v.array(v.object({ id: v.string(), label: v.string() })),
  method: v.nullable(v.string()),
  total: countSchema,
}) satisfies v.GenericSchema<ManualPriceView>

function refused(outcome: Exclude<ManualOrderOutcome, { kind: 'created' }>): Response {
  const { kind: type } = outcome
  const wrong = (errors: ProblemError[]) =>
    problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
  switch (outcome.kind) {
    case 'not-permitted':
      return problem(NOT_PERMITTED)
    case 'invalid-customer':
      return wrong(
        Object.entries(outcome.errors).map(([field, message]) => ({ path: `/customer/${field}`, message })),
      )
    case 'made-otherwise':
      return problem({
        type,
        status: 409,
        title: `The order was created before your last changes: ${outcome.number}. Open it and make your changes there.`,
      })
    case 'lines-unavailable':
      return problem({
        type,
        status: 409,
        title: 'Some items are no longer available. Nothing was done.',
        errors: outcome.problems.flatMap((found, at) =>
          found === null ? [] : [{ path: `/lines/${at}`, message: lineProblemWords(found) }],
        ),
      })
    case 'price-changed':
      return problem({
        type,
        status: 409,
        title: `The total is ${formatCents(outcome.total)} now. Check it, then create the order again.`,
      })
    case 'not-served':
      return wrong([{ path: problemPath(outcome.problem), message: words.notServed[outcome.problem] }])
    case 'shipping-changed':
      return problem({
        type,
        status: 409,
        title: 'The shipping methods have changed. Choose one, then create the order again.',
      })
    case 'too-expensive':
      return problem({ type, status: 422, title: 'The total is too high for one order.' })
    case 'gift-not-free':
      return wrong([
        { path: '/method', message: 'A gift costs nothing: set every price and shipping to zero.' },
      ])
    case 'nothing-to-pay':
      return wrong([{ path: '/method', message: 'There is nothing to pay. Choose Gift.' }])
  }
}

export const routes = [
  staffAction('POST /api/staff/orders', 'orders.create', {
    summary: 'Make an order for a customer',
    detail:
      'For a customer who paid outside the shop (`method`, `reference`), or for a gift. Prices and stock are those of the catalogue; `total`, in cents, is the one that staff were shown. In person the order is fulfilled at once, and needs no address. The same `orderKey` makes one order.',
    body: {
      schema: manualOrderSchema,
      example: { ...PRICED, orderKey: 'an-order-1', note: '', method: 'cash', reference: '', total: 10_200 },
    },
    answers: {
      201: {
        means: 'The order is made.',
        schema: v.object({ number: v.pipe(v.string(), v.regex(ORDER_NUMBER)) }),
        headers: { location: 'The address of the order.' },
      },
      409: refusal(
        'Something is sold out, which `errors` names by line, the total or the shipping methods have changed, or another order was made with this `orderKey`.',
      ),
      422: refusal('Some fields are wrong, or no shipping method takes the order to its address.'),
    },
    async run({ shop, staff: { member, permissions }, body }) {
      const outcome = await createManualOrder(shop, { ...body, by: member.email, permissions })
      if (outcome.kind !== 'created') return refused(outcome)
      const { number } = outcome
      return Response.json({ number }, { status: 201, headers: { location: `/api/staff/orders/${number}` } })
    },
  }),
  staffAction('POST /api/staff/orders/price', 'orders.create', {
    summary: 'Price an order that staff make',
    detail:
      'Changes nothing. `unitPrice`, in dollars, replaces the catalogue price of a line, and needs a reason; `0` is a gift. Without `shipping`, and in person, no shipping is charged. `shippingMethod` is the id of one of `methods`; without it the cheapest counts.',
    body: { schema: manualPriceSchema, example: PRICED },
    answers: {
      200: {
        means:
          'Of each line its catalogue price and what is wrong with it, the totals as text, the total in cents, and the shipping methods that fit with the one of the totals.',
        schema: priceViewSchema,
      },
    },
    async run({ shop, body }) {
      return manualPriceView(await priceManualOrder(shop, body))
    },
  }),
]
