import * as v from 'valibot'
import { toRefundId } from '#domain/ids.ts'
import { MAX_AT_ONCE, MAX_SELECTED, optionalFilters } from '#domain/list-filter.ts'
import { ORDER_ACTIONS, type OrderAction } from '#domain/orders/allowed-actions.ts'
import { ORDER_FILTERS, ORDER_SORTS } from '#domain/orders/order-filters.ts'
import { cancelSchema, holdSchema, noteSchema, refundSchema, tagsSchema } from '#domain/orders/order-forms.ts'
import { ORDER_NUMBER } from '#domain/orders/order.ts'
import { keysOf } from '#domain/record-of.ts'
import { versionSchema } from '#domain/version.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { cancelOrder, isCancelled } from '#operations/orders/cancel-order.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { holdOrder, releaseOrder } from '#operations/orders/hold-order.ts'
import { orderNumbers } from '#operations/orders/list-orders.ts'
import { reviewMoney } from '#operations/orders/review-money.ts'
import { tagOrder } from '#operations/orders/tag-order.ts'
import { refundEverything } from '#operations/refunds/refund-everything.ts'
import type { StaffRequest } from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema, firstSchema, ordinalSchema } from '#web/api/count-schema.ts'
import { askedBy } from './staff-order-action.ts'
import { staffOrderRefusal, type StaffOrderOutcome } from './staff-order-refusal.ts'

const number = v.pipe(v.string(), v.regex(ORDER_NUMBER))
const someOf = <One extends v.GenericSchema>(one: One) =>
  v.pipe(v.array(one), v.minLength(1, 'Choose at least one order.'), v.maxLength(MAX_AT_ONCE))
const orders = someOf(v.object({ number }))
/** Money is returned of what staff have seen. */
const seenOrders = someOf(v.object({ number, version: versionSchema }))

const refusedSchema = v.object({ number: v.string(), reason: v.string() })
const FAILED = 'This could not be done. Try again.'

/**
 * An action on many orders: on each by itself, as the action on one order does it and with its permission. What is
 * refused is named, the rest is done, and what had been done before is counted apart.
 */
function selectedAction<
  const Name extends OrderAction,
  Body extends v.GenericSchema<unknown, { orders: { number: string }[] }>,
>(
  name: Name,
  {
    summary,
    detail = '',
    body,
    isAlready = () => false,
    run,
  }: {
    summary: string
    detail?: string
    body: { schema: Body; example: object }
    /** Whether a refusal means that it had been done before. */
    isAlready?(outcome: StaffOrderOutcome, shop: Shop, order: string): boolean | Promise<boolean>
    run(
      shop: Shop,
      asked: StaffRequest & v.InferOutput<Body>['orders'][number],
      said: v.InferOutput<Body>,
    ): Promise<StaffOrderOutcome>
  },
) {
  return staffAction(`POST /api/staff/selected-orders/${name}`, ORDER_ACTIONS[name].permission, {
    summary,
    detail: `${detail} At most ${MAX_AT_ONCE} orders. It can be repeated: nothing is done twice.`.trim(),
    body,
    answers: {
      200: {
        means:
          'How many orders were changed now, how many had been before, and which were refused, each with its reason.',
        schema: v.object({ done: countSchema, already: countSchema, refused: v.array(refusedSchema) }),
      },
    },
    async run({ shop, staff, body: said }) {
      const refused: v.InferOutput<typeof refusedSchema>[] = []
      let [done, already] = [0, 0]
      for (const order of said.orders as v.InferOutput<Body>['orders']) {
        try {
          const outcome = await run(shop, { ...askedBy(staff, order), ...order }, said)
          const refusal = staffOrderRefusal(outcome)
          if (
            outcome.kind === 'tags-unchanged' ||
            (refusal && (await isAlready(outcome, shop, order.number)))
          ) {
            already += 1
          } else if (refusal === null) done += 1
          else refused.push({ number: order.number, reason: refusal.errors?.[0]?.message ?? refusal.title })
        } catch (error) {
          shop.log.error('An order of a selection could not be changed', error)
          refused.push({ number: order.number, reason: FAILED })
        }
      }
      return { done, already, refused }
    },
  })
}

const EXAMPLE = { orders: [{ number: 'R-7K3M-9QX2' }] }
const SEEN_EXAMPLE = { orders: [{ number: 'R-7K3M-9QX2', version: 2 }] }

export const routes = [
  staffAction('GET /api/staff/order-numbers', 'orders.read', {
    summary: 'The numbers of the orders of a list',
    detail: `To select them: the first of the list, as it is sorted; at most ${MAX_SELECTED}.`,
    query: v.object({
      ...optionalFilters(ORDER_FILTERS),
      sort: v.optional(v.picklist(keysOf(ORDER_SORTS))),
      first: firstSchema,
    }),
    answers: { 200: { means: 'The numbers.', schema: v.object({ numbers: v.array(v.string()) }) } },
    run: async ({ shop, query: { first, ...list } }) => ({ numbers: await orderNumbers(shop, list, first) }),
  }),
  ...(['cancel', 'refund'] as const).map((action) =>
    staffAction(`POST /api/staff/selected-orders/review-${action}`, ORDER_ACTIONS[action].permission, {
      summary: `What would be returned if these orders were ${action === 'cancel' ? 'cancelled' : 'refunded'}`,
      detail: 'Changes nothing. `version` is what the action takes.',
      body: { schema: v.object({ orders }), example: EXAMPLE },
      answers: {
        200: {
          means:
            'Of each order what is left to refund, in cents, and why it would be refused; null when it would not.',
          schema: v.object({
            orders: v.array(
              v.object({
                number: v.string(),
                version: ordinalSchema,
                left: countSchema,
                refusal: v.nullable(v.string()),
              }),
            ),
          }),
        },
      },
      async run({ shop, staff: { permissions }, body }) {
        const numbers = body.orders.map((order) => order.number)
        const reviewed = await reviewMoney(shop, action, { numbers, permissions })
        return {
          orders: reviewed.map(({ obstacle, state, ...order }) => {
            const outcome = obstacle && { kind: obstacle, state }
            return { ...order, refusal: outcome && (staffOrderRefusal(outcome)?.title ?? null) }
          }),
        }
      },
    }),
  ),
  selectedAction('fulfil', {
    summary: 'Fulfil orders without tracking numbers',
    body: { schema: v.object({ orders }), example: EXAMPLE },
    isAlready: (outcome) => outcome.kind === 'not-possible' && outcome.state === 'fulfilled',
    run: (shop, asked) => fulfilOrder(shop, { ...asked, carrier: '', trackingNumber: '', trackingLink: '' }),
  }),
  selectedAction('hold', {
    summary: 'Put orders on hold',
    body: {
      schema: v.object({ orders, reason: holdSchema.entries.reason, note: holdSchema.entries.note }),
      example: { ...EXAMPLE, reason: 'customer', note: 'Until the sale ends' },
    },
    isAlready: ({ kind }) => kind === 'on-hold',
    run: (shop, asked, { reason, note }) => holdOrder(shop, { ...asked, reason, note, photo: '' }),
  }),
  selectedAction('release', {
    summary: 'Release orders that are on hold',
    body: { schema: v.object({ orders }), example: EXAMPLE },
    isAlready: ({ kind }) => kind === 'not-possible',
    run: (shop, asked) => releaseOrder(shop, asked),
  }),
  selectedAction('tag', {
    summary: 'Add tags to orders, or take them away',
    body: {
      schema: v.object({ orders, ...tagsSchema.entries }),
      example: { ...EXAMPLE, add: ['drop 12'], remove: ['gift'] },
    },
    run: (shop, asked, { add, remove }) => tagOrder(shop, { ...asked, add, remove }),
  }),
  selectedAction('note', {
    summary: 'Add the same note to orders',
    detail: 'The same noteId is stored once on each order.',
    body: {
      schema: v.object({ orders, ...noteSchema.entries }),
      example: { ...EXAMPLE, noteId: 'a-note-1', text: 'Add a sticker' },
    },
    run: (shop, asked, { noteId, text }) => addOrderNote(shop, { ...asked, noteId, text }),
  }),
  selectedAction('cancel', {
    summary: 'Cancel orders for one reason',
    detail: 'What is left of their payments is refunded. `restock` returns their items to stock.',
    body: {
      schema: v.object({
        orders: seenOrders,
        restock: cancelSchema.entries.restock,
        reason: cancelSchema.entries.reason,
      }),
      example: { ...SEEN_EXAMPLE, restock: true, reason: 'Misprint' },
    },
    isAlready: ({ kind }, shop, order) =>
      (kind === 'changed-meanwhile' || kind === 'not-possible') && isCancelled(shop, order),
    run: (shop, asked, { restock, reason }) => cancelOrder(shop, { ...asked, restock, reason }),
  }),
  selectedAction('refund', {
    summary: 'Refund all that is left of orders for one reason',
    detail: 'What was not sent returns to stock. The same refundId is refunded once for each order.',
    body: {
      schema: v.object({
        orders: seenOrders,
        refundId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,50}$/)),
        reason: refundSchema.entries.reason,
      }),
      example: { ...SEEN_EXAMPLE, refundId: 'a-refund-1', reason: 'Sent too late' },
    },
    run: (shop, asked, { refundId, reason }) =>
      refundEverything(shop, { ...asked, refundId: toRefundId(`${refundId}-${asked.number}`), reason }),
  }),
]
