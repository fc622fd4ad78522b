import * as v from 'valibot'
import { ORDER_ACTION_NAMES } from '#domain/orders/allowed-actions.ts'
import { LABEL_KINDS } from '#domain/orders/amount-label.ts'
import { recipientSchema } from '#domain/orders/order-forms.ts'
import { FULFILMENT_STATUSES } from '#domain/orders/fulfilment.ts'
import { DELIVERIES, ORDER_STATES, PICKUP_STATUSES } from '#domain/orders/order.ts'
import { recordOf } from '#domain/record-of.ts'
import { PART_KINDS } from '#domain/refunds/order-parts.ts'
import { REFUND_STATES } from '#domain/refunds/refund.ts'
import type { ItemsPriceView, OrderView } from '#web/views/orders/order-view.ts'
import { pictureViewSchema } from '#web/api/catalog/picture-schema.ts'

type ShownAction = keyof OrderView['may']
const SHOWN_ACTIONS = ORDER_ACTION_NAMES.filter(
  (action): action is ShownAction => action !== 'resend-mail' && action !== 'exchange',
)

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const text = v.string()

/** An order as staff see it. Money and times are display texts. */
export const staffOrderSchema = v.object({
  number: text,
  version: count,
  state: v.picklist(ORDER_STATES),
  fulfilment: v.picklist(FULFILMENT_STATUSES),
  placedAt: text,
  madeBy: v.nullable(text),
  isTest: v.boolean(),
  policiesVersion: v.nullable(count),
  delivery: v.picklist(DELIVERIES),
  pickup: v.picklist(PICKUP_STATUSES),
  pickups: v.array(
    v.object({
      number: count,
      at: text,
      by: text,
      undoUntil: v.nullable(text),
      items: v.array(v.object({ position: count, name: text, size: text, quantity: count })),
    }),
  ),
  shipping: v.array(v.string()),
  customer: v.object({ name: text, email: text, phone: text, address: v.array(text) }),
  recipient: v.nullable(recipientSchema),
  note: text,
  hold: v.nullable(v.object({ reason: text, note: text, photo: text, by: text, at: text })),
  tags: v.array(text),
  printed: v.nullable(v.object({ by: text, at: text })),
  lines: v.array(
    v.object({
      position: count,
      name: text,
      size: text,
      preorder: v.nullable(text),
      quantity: count,
      unitPrice: text,
      lineTotal: text,
      isGiftCard: v.boolean(),
      gifts: v.array(v.object({ words: text, path: v.nullable(text) })),
      left: count,
      leftSent: count,
      refunded: count,
      returnable: v.object({ left: count, leftSent: count }),
      toRestock: count,
      shipped: count,
      waiting: count,
      open: count,
      picture: v.nullable(pictureViewSchema),
    }),
  ),
  totals: v.array(v.tuple([text, text])),
  payment: v.object({
    state: text,
    received: v.nullable(text),
    left: v.nullable(v.object({ words: text, typed: text })),
    overRefund: v.nullable(v.object({ received: text, returned: text, excess: text })),
    isReturned: v.boolean(),
  }),
  refundable: v.nullable(
    v.object({
      lines: v.array(v.object({ position: count, prices: v.array(count), sent: count })),
      shipping: count,
      left: count,
    }),
  ),
  refundRests: v.array(v.object({ id: text, amount: count, what: text })),
  remainingParts: v.nullable(
    v.object({
      parts: v.array(
        v.object({
          kind: v.picklist(PART_KINDS),
          label: v.object({
            kind: v.picklist(LABEL_KINDS),
            name: v.exactOptional(v.string()),
            milliPercent: v.exactOptional(v.number()),
          }),
          contained: v.boolean(),
          lines: v.array(v.array(v.number())),
          shipping: v.number(),
          left: v.number(),
        }),
      ),
      beyond: count,
    }),
  ),
  balance: v.nullable(
    v.object({ amount: text, change: text, isOpen: v.boolean(), until: text, mayUndo: v.boolean() }),
  ),
  payments: v.array(
    v.object({
      id: text,
      gateway: text,
      intentId: v.nullable(text),
      external: v.nullable(v.object({ amount: text, reference: text })),
      paidWith: text,
      risk: text,
    }),
  ),
  refunds: v.array(
    v.object({
      id: text,
      amount: text,
      state: v.picklist(REFUND_STATES),
      to: text,
      isTaken: v.boolean(),
      reason: text,
      by: text,
      failure: text,
      isOverdue: v.boolean(),
      split: v.array(v.tuple([text, text])),
      at: text,
    }),
  ),
  disputes: v.array(
    v.object({ id: text, amount: text, reason: text, state: v.picklist(['open', 'won', 'lost']) }),
  ),
  shipments: v.array(
    v.object({
      number: count,
      at: text,
      by: text,
      carrier: text,
      trackingNumber: text,
      trackingLink: text,
      undoUntil: v.nullable(text),
      items: v.array(v.object({ position: count, name: text, size: text, quantity: count })),
    }),
  ),
  duplicates: v.array(v.object({ number: text, placedAt: text, why: text })),
  history: v.array(v.object({ id: count, at: text, words: text, by: text })),
  mails: v.array(
    v.object({
      id: count,
      name: text,
      to: text,
      state: v.picklist(['sent', 'waiting', 'gave-up']),
      at: text,
      nextTry: v.nullable(text),
      error: v.nullable(text),
      hasBounced: v.boolean(),
      mayResend: v.boolean(),
    }),
  ),
  bounce: v.nullable(v.object({ at: text, words: text })),
  erased: v.nullable(v.object({ words: text, at: text })),
  isPaid: v.boolean(),
  wasCancelled: v.boolean(),
  may: v.object(recordOf<Record<ShownAction, v.BooleanSchema<undefined>>>(SHOWN_ACTIONS, () => v.boolean())),
  isMoving: v.boolean(),
  shopperPath: text,
}) satisfies v.GenericSchema<OrderView>

/** The price of a change of items. */
export const itemsPriceViewSchema = v.object({
  before: count,
  after: count,
  difference: v.pipe(v.number(), v.safeInteger()),
  packing: v.nullable(text),
}) satisfies v.GenericSchema<ItemsPriceView>
