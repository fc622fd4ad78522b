import * as v from 'valibot'
import { ORDER_STATES } from '#domain/orders/order.ts'
import { erasureSchema } from '#domain/staff/staff-forms.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { staffAction } from '#web/api/action.ts'
import { erasurePreview, findErasurePreview } from '#web/views/orders/erasure-view.server.ts'
import { problem, problemSchema, PROBLEM_TYPE } from '#web/http/problem.ts'
import { refusal } from '#web/api/endpoint-docs.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const previewSchema = v.object({
  email: v.string(),
  orders: v.array(
    v.object({
      number: v.string(),
      placedAt: v.string(),
      state: v.picklist(ORDER_STATES),
      isBalanceDue: v.boolean(),
      obstacle: v.nullable(v.string()),
    }),
  ),
  storeCredit: v.nullable(v.object({ id: v.string(), balance: v.string(), isOwed: v.boolean() })),
  messages: count,
  subscriptions: count,
  hasBounced: v.boolean(),
})

export const routes = [
  staffAction('POST /api/staff/erasures/preview', 'customers.erase', {
    summary: 'Preview the data stored about a customer',
    detail:
      '`obstacle`: why the customer’s data cannot be deleted yet. Nothing is changed. `email` may be the number of an order that staff made without an address.',
    body: { schema: erasureSchema, example: { email: 'ada@shopper.example' } },
    answers: { 200: { means: 'The stored data, if any.', schema: previewSchema } },
    async run({ shop, body }) {
      return await findErasurePreview(shop, body.email)
    },
  }),
  staffAction('POST /api/staff/erasures', 'customers.erase', {
    summary: 'Delete a customer’s data',
    detail:
      'At the customer’s request, for good. Orders lose the customer and keep number, items, sums, tax, dates, country and ' +
      'region; messages and the newsletter subscription are deleted. All of it or, while an order is in progress or store credit is left, nothing.',
    body: { schema: erasureSchema, example: { email: 'ada@shopper.example' } },
    answers: {
      200: {
        means: 'How much was deleted.',
        schema: v.object({ orders: count, messages: count, subscriptions: count }),
      },
      404: refusal('Nothing is stored under this address.'),
      409: {
        means:
          'An order is still in progress, or store credit is left: `current` says which, and why. Nothing was deleted.',
        type: PROBLEM_TYPE,
        schema: v.looseObject({ ...problemSchema.entries, current: previewSchema }),
      },
    },
    async run({ shop, staff, body }) {
      const { email } = body
      const outcome = await eraseCustomer(shop, { email, by: staff.member.email })
      switch (outcome.kind) {
        case 'erased': {
          const { orders, messages, subscriptions } = outcome
          return { orders, messages, subscriptions }
        }
        case 'nothing-stored':
          return problem({ type: 'not-found', status: 404, title: 'Nothing is stored under this address.' })
        case 'orders-in-hand':
          return problem({
            type: 'orders-in-hand',
            status: 409,
            title: outcome.found.storeCredit.some(({ balance }) => balance > 0)
              ? 'This customer still has store credit. Nothing was deleted.'
              : 'An order of this customer is still open. Nothing was deleted.',
            current: erasurePreview(shop, email, outcome.found),
          })
      }
    },
  }),
]
