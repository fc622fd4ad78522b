import * as v from 'valibot'
import { DELIVERIES, ORDER_STATES } from '#domain/orders/order.ts'
import { FULFILMENT_STATUSES } from '#domain/orders/fulfilment.ts'
import {
  CONDITIONS,
  RETURN_REASON_WORDS,
  RETURN_STATES,
  RETURN_WISHES,
  type ReturnState,
} from '#domain/returns/return.ts'
import { keysOf } from '#domain/record-of.ts'
import { WEBHOOK_VERSION, type WebhookTopic } from './topics.ts'

const count = v.pipe(v.number(), v.integer())

const orderPart = v.object({
  id: v.string(),
  number: v.string(),
  state: v.picklist(ORDER_STATES),
  fulfilment: v.picklist(FULFILMENT_STATUSES),
  delivery: v.picklist(DELIVERIES),
  isTest: v.boolean(),
  currency: v.string(),
  total: count,
  received: count,
  refunded: count,
  placedAt: v.number(),
  paidAt: v.nullable(v.number()),
  items: v.array(
    v.object({
      product: v.nullable(v.string()),
      name: v.nullable(v.string()),
      sku: v.nullable(v.string()),
      size: v.string(),
      quantity: count,
      unitPrice: count,
    }),
  ),
  url: v.string(),
})

const order = v.object({ event: v.string(), amount: v.optional(count), order: orderPart })

const orderReturn = v.object({
  event: v.picklist(RETURN_STATES),
  return: v.object({
    id: v.string(),
    number: v.string(),
    order: v.string(),
    state: v.picklist(RETURN_STATES),
    wish: v.picklist(RETURN_WISHES),
    currency: v.string(),
    fee: count,
    askedAt: v.number(),
    decideBy: v.nullable(v.number()),
    decidedAt: v.nullable(v.number()),
    receivedAt: v.nullable(v.number()),
    closedAt: v.nullable(v.number()),
    units: v.array(
      v.object({
        product: v.nullable(v.string()),
        name: v.nullable(v.string()),
        sku: v.nullable(v.string()),
        size: v.string(),
        reason: v.picklist(keysOf(RETURN_REASON_WORDS)),
        condition: v.nullable(v.picklist(CONDITIONS)),
      }),
    ),
    url: v.string(),
  }),
})

const product = v.object({
  product: v.object({
    id: v.string(),
    name: v.string(),
    category: v.string(),
    currency: v.string(),
    price: count,
    compareAt: v.nullable(count),
    stock: v.nullable(count),
    sizes: v.array(v.object({ size: v.string(), sku: v.string(), stock: v.nullable(count) })),
    version: count,
    url: v.string(),
  }),
})

const removed = v.object({ product: v.object({ id: v.string() }) })

const stock = v.object({
  product: v.object({ id: v.string() }),
  size: v.nullable(v.string()),
  delta: count,
  stock: v.nullable(count),
  reason: v.string(),
})

const request = v.object({
  request: v.object({ id: v.string(), subject: v.string(), receivedAt: v.number() }),
})

const giftCard = v.object({
  event: v.string(),
  amount: count,
  giftCard: v.object({
    id: v.string(),
    kind: v.string(),
    state: v.string(),
    lastFour: v.string(),
    currency: v.string(),
    balance: count,
  }),
})

const test = v.object({ message: v.string() })

/** What a message says, by its topic. */
export type WebhookData = v.InferOutput<
  | typeof order
  | typeof orderReturn
  | typeof product
  | typeof removed
  | typeof stock
  | typeof request
  | typeof giftCard
  | typeof test
>

const orderExample = (event: string, amount?: number) => ({
  event,
  ...(amount !== undefined && { amount }),
  order: {
    id: 'ord_5f2b8c1e',
    number: 'R-4K7Q-9M2X',
    state: 'paid',
    fulfilment: 'unfulfilled',
    delivery: 'ship',
    isTest: false,
    currency: 'CAD',
    total: 10_450,
    received: 10_450,
    refunded: 0,
    placedAt: 1_795_867_200_000,
    paidAt: 1_795_867_260_000,
    items: [
      {
        product: 'red-hoodie',
        name: 'Red hoodie',
        sku: 'RH-M',
        size: 'M',
        quantity: 1,
        unitPrice: 8_500,
      },
    ],
    url: 'https://shop.example/api/staff/orders/R-4K7Q-9M2X',
  },
})
const returnExample = (state: ReturnState) => {
  const wasReceived = ['received', 'refunded', 'exchanged'].includes(state)
  return {
    event: state,
    return: {
      id: 'ret_c04d19',
      number: 'R-4K7Q-9M2X-1',
      order: 'R-4K7Q-9M2X',
      state,
      wish: state === 'exchanged' ? 'exchange' : 'money',
      currency: 'CAD',
      fee: 900,
      askedAt: 1_796_472_000_000,
      decideBy: state === 'asked' ? 1_797_076_800_000 : null,
      decidedAt: state === 'asked' ? null : 1_796_475_600_000,
      receivedAt: wasReceived ? 1_796_904_000_000 : null,
      closedAt: ['refunded', 'exchanged', 'declined', 'cancelled'].includes(state) ? 1_796_904_000_000 : null,
      units: [
        {
          product: 'red-hoodie',
          name: 'Red hoodie',
          sku: 'RH-M',
          size: 'M',
          reason: 'too-small',
          condition: wasReceived ? 'stock' : null,
        },
      ],
      url: 'https://shop.example/api/staff/returns/R-4K7Q-9M2X-1',
    },
  }
}
const productExample = {
  product: {
    id: 'red-hoodie',
    name: 'Red hoodie',
    category: 'hoodies',
    currency: 'CAD',
    price: 8_500,
    compareAt: null,
    stock: null,
    sizes: [{ size: 'M', sku: 'RH-M', stock: 12 }],
    version: 4,
    url: 'https://shop.example/product/red-hoodie',
  },
}
const cardExample = (event: string, amount: number) => ({
  event,
  amount,
  giftCard: {
    id: 'card_71c0',
    kind: 'gift-card',
    state: 'active',
    lastFour: '7KQM',
    currency: 'CAD',
    balance: 5_000,
  },
})

/** The form of a message's `data` and an example of it, by topic. */
export const WEBHOOK_DATA: Readonly<Record<WebhookTopic, { schema: v.GenericSchema; example: object }>> = {
  'order.paid': { schema: order, example: orderExample('paid') },
  'order.changed': { schema: order, example: orderExample('address-changed') },
  'order.fulfilled': { schema: order, example: orderExample('fulfilled') },
  'order.picked_up': { schema: order, example: orderExample('picked-up') },
  'order.cancelled': { schema: order, example: orderExample('cancelled') },
  'payment.received': { schema: order, example: orderExample('balance-paid', 1_200) },
  'payment.disputed': { schema: order, example: orderExample('disputed', 10_450) },
  'refund.asked': { schema: order, example: orderExample('refund-asked', 8_500) },
  'refund.made': { schema: order, example: orderExample('refunded', 8_500) },
  'refund.failed': { schema: order, example: orderExample('refund-failed', 8_500) },
  'return.asked': { schema: orderReturn, example: returnExample('asked') },
  'return.accepted': { schema: orderReturn, example: returnExample('accepted') },
  'return.declined': { schema: orderReturn, example: returnExample('declined') },
  'return.received': { schema: orderReturn, example: returnExample('received') },
  'return.refunded': { schema: orderReturn, example: returnExample('refunded') },
  'return.exchanged': { schema: orderReturn, example: returnExample('exchanged') },
  'return.cancelled': { schema: orderReturn, example: returnExample('cancelled') },
  'product.added': { schema: product, example: productExample },
  'product.changed': { schema: product, example: productExample },
  'product.removed': { schema: removed, example: { product: { id: 'red-hoodie' } } },
  'stock.changed': {
    schema: stock,
    example: { product: { id: 'red-hoodie' }, size: 'M', delta: -1, stock: 11, reason: 'sold' },
  },
  'request.received': {
    schema: request,
    example: {
      request: {
        id: 'msg_20f1',
        subject: 'withdrawal',
        receivedAt: 1_795_867_200_000,
      },
    },
  },
  'gift_card.issued': { schema: giftCard, example: cardExample('issue', 5_000) },
  'gift_card.changed': { schema: giftCard, example: cardExample('debit', -1_500) },
}

/** The body of a message. `data` is as its topic has it in WEBHOOK_DATA. */
export interface WebhookBody {
  type: WebhookTopic | 'test'
  version: typeof WEBHOOK_VERSION
  /** When it happened: RFC 3339. */
  timestamp: string
  data: WebhookData
}
