import * as v from 'valibot'
import { cancelSchema, refundSchema, resolveSchema, restockSchema } from '#domain/orders/order-forms.ts'
import { keysOf, pick } from '#domain/record-of.ts'
import { REFUND_CAUSES, REFUND_SOURCES, REFUND_STATES } from '#domain/refunds/refund.ts'
import { balanceSchema } from '#domain/refunds/difference-forms.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { settleBalance } from '#operations/payment-links/settle-balance.ts'
import { listRefunds } from '#operations/refunds/list-refunds.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { restockOrder } from '#operations/refunds/restock-order.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { LIST_DETAIL, listEntries, nextSchema, pageOf } from '#web/views/list-cursor.server.ts'
import { refundReason } from '#web/views/orders/refund-reason.ts'
import { orderAction, orderParams } from './staff-order-action.ts'

const listedSchema = v.object({
  id: v.string(),
  order: v.string(),
  source: v.picklist(REFUND_SOURCES),
  amount: countSchema,
  state: v.picklist(REFUND_STATES),
  reason: v.string(),
  cause: v.nullable(v.picklist(REFUND_CAUSES)),
  by: v.string(),
  failure: v.string(),
  createdAt: countSchema,
  doneAt: v.nullable(countSchema),
})

export const routes = [
  staffAction('GET /api/staff/refunds', 'reports.read', {
    summary: 'The refunds',
    detail: `${LIST_DETAIL} \`order\`: of the order with this number. \`amount\` is what was returned after corrections, such as money that a bank sent back.`,
    query: v.object({
      state: v.optional(v.picklist(REFUND_STATES)),
      order: v.optional(orderParams.entries.number),
      ...listEntries,
    }),
    answers: {
      200: {
        means: 'The next refunds.',
        schema: v.object({ refunds: v.array(listedSchema), next: nextSchema }),
      },
    },
    async run({ shop, query: { cursor, limit, ...wanted } }) {
      const { shown, next } = pageOf(await listRefunds(shop, wanted, cursor ?? null, limit + 1), limit)
      const refunds = shown.map((refund) => ({ ...refund, reason: refundReason(refund) }))
      return { refunds: refunds.map((refund) => pick(refund, keysOf(listedSchema.entries))), next }
    },
  }),
  orderAction('cancel', {
    summary: 'Cancel an order',
    detail:
      'What is left of the payment is refunded. `restock` returns items of a paid order to stock: `units`, or without them all but those that a refund left out before (`toRestock` of a line). While an earlier refund is unconfirmed, `checkedGateway` must confirm that staff checked the gateway.',
    body: { schema: cancelSchema, example: { version: 2, restock: true, reason: 'Misprint' } },
    run: (shop, asked, body) => cancelOrder(shop, { ...asked, ...body }),
  }),
  orderAction('refund', {
    summary: 'Refund some or all of an order',
    detail:
      'The shop prices `items` and `shipping`, with their share of the tax, and refunds at most what is left. `rests` names earlier refunds, to return what was not returned of them: see `refundRests`. `amount`, in dollars, refunds another amount instead of all these. With `as` the customer of the order gets it as `store-credit`; otherwise it goes back to where it came from, as what gift cards paid always does. `units` are returned to stock. `sent` says how many of the units of an item had been sent; without it, units that were not sent are taken first, and will not be sent any more. The same refundId is refunded once, and refused for another amount, other items or another `as`. The outbox calls the gateway. While an earlier refund is unconfirmed, `checkedGateway` must confirm that staff checked the gateway.',
    body: {
      schema: refundSchema,
      example: {
        version: 2,
        refundId: 'a-refund-1',
        items: [{ position: 0, quantity: 1 }],
        shipping: false,
        reason: 'Torn seam',
        units: [{ position: 0, quantity: 1 }],
      },
    },
    run: (shop, asked, { items, shipping, rests, amount, units, ...body }) => {
      const wanted = amount ?? { items, shipping, rests }
      return refundOrder(shop, { ...asked, ...body, amount: wanted, restock: units })
    },
  }),
  orderAction('restock', {
    summary: 'Return items of an order to stock',
    detail:
      'Without money: units that were refunded or came back, and all of an order that was cancelled or refunded in full. Units that are still to be sent cannot be returned. `returnable` of a line says how many; `sent` how many of them had been sent; without it, as few as possible.',
    body: {
      schema: restockSchema,
      example: { version: 4, units: [{ position: 0, quantity: 1, sent: 1 }], reason: 'The parcel came back' },
    },
    run: (shop, asked, body) => restockOrder(shop, { ...asked, ...body }),
  }),
  orderAction('resolve', {
    summary: 'Resolve an order that needs attention',
    body: { schema: resolveSchema, example: { version: 2, outcome: 'stands', note: 'Agreed by phone' } },
    run: (shop, asked, body) => resolveAttention(shop, { ...asked, ...body }),
  }),
  orderAction('balance', {
    summary: 'Settle what a change of an order costs more',
    detail:
      'The order waits for a payment link. `send` emails the link again and gives it another seven days; `cancel` closes it, and the balance stays due; `settle` waives the balance for a reason or records that it was paid outside the shop; `undo` undoes the change. A payment that was made in the meantime is recorded instead, and the request is refused.',
    body: {
      schema: balanceSchema,
      example: { version: 3, step: 'settle', increase: { method: 'cash', words: 'Receipt 12' } },
    },
    run: (shop, asked, body) => settleBalance(shop, { ...asked, ...body }),
  }),
]
