import { findDisputes } from '#db/refunds/disputes.ts'
import { findOrder } from '#db/orders/orders.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { OrderId, RefundId, DisputeId } from '#domain/ids.ts'
import { cents, formatCad, formatCadTotal, type Cents } from '#domain/money.ts'
import { orderLineName, orderLinePrice, type Order } from '#domain/orders/order.ts'
import type { Refund } from '#domain/refunds/refund.ts'
import { isParcelMail, type OrderMailKind } from '#domain/outbox/task-kinds.ts'
import { ALERTS, type MailTemplate } from './alert-mails.ts'
import type { MailBody, MailLine } from './mail-body.ts'
import { sendMail } from './send-mail.ts'
import { addressLine, notificationFacts, orderFields, paidFacts } from '#operations/order-facts.ts'
import { orderAddress, staffOrderAddress } from '#operations/order-link.ts'
import type { Shop } from '#operations/shop.ts'
import * as alertWords from '#words/mails/alerts.ts'
import * as layoutWords from '#words/mails/layout.ts'
import * as words from '#words/mails/orders.ts'

/** In pixels: the smallest width that every picture has. */
const PICTURE_WIDTH = 320

/** Whether the mail goes to the shopper, and not to the owner. */
export function isForShopper(kind: OrderMailKind): boolean {
  return TEMPLATES[kind].to === 'shopper'
}

const TEMPLATES: Record<OrderMailKind, MailTemplate> = {
  'order-notification': {
    to: 'owner',
    subject: ({ number, customer }) => alertWords.newOrder.subject(number, customer.name),
    body: (order) => ({
      heading: alertWords.newOrder.heading(order.number),
      paragraphs: [],
      facts: notificationFacts(order),
    }),
  },
  'order-confirmation': {
    to: 'shopper',
    subject: ({ number }) => words.confirmed.subject(number),
    body: (order) => ({
      heading: words.confirmed.heading,
      paragraphs: [words.confirmed.received(order.number), words.confirmed.delivery],
      lines: mailLines(order),
      sums: paidFacts(order),
      facts: [
        [words.deliveryAddress, addressLine(order)],
        ...(order.note === '' ? [] : [[words.yourNote, order.note] satisfies [string, string]]),
      ],
    }),
  },
  'order-fulfilled': {
    to: 'shopper',
    subject: ({ number }) => words.shipped.subject(number),
    body: (order) => ({
      heading: words.shipped.heading,
      paragraphs: [words.shipped.sent(order.number, order.fulfilment?.carrier ?? ''), words.shipped.delivery],
      lines: mailLines(order),
      facts: [...trackingFacts(order), [words.deliveryAddress, addressLine(order)]],
    }),
  },
  'tracking-changed': {
    to: 'shopper',
    subject: ({ number }) => words.tracking.subject(number),
    body: (order) => ({
      heading: words.tracking.heading,
      paragraphs: [words.tracking.changed(order.number)],
      facts: [...trackingFacts(order), [words.deliveryAddress, addressLine(order)]],
    }),
  },
  'order-cancelled': {
    to: 'shopper',
    subject: ({ number }) => words.cancelled.subject(number),
    body: (order, refund) => ({
      heading: words.cancelled.heading,
      paragraphs: [
        words.cancelled.nothingSent(order.number),
        ...(refund ? [words.cancelled.returning(formatCadTotal(refund.amount))] : []),
      ],
      lines: mailLines(order),
      facts: [],
    }),
  },
  'order-refunded': {
    to: 'shopper',
    subject: ({ number }) => words.refunded.subject(number),
    body: (order, refund) => {
      const returned = formatCadTotal(refund?.amount ?? order.total)
      const paid = formatCadTotal(order.total)
      const isPart = isPartOf(order.total, refund)
      return {
        heading: isPart ? words.refunded.headingOfPart : words.refunded.heading,
        paragraphs: [
          isPart
            ? words.refunded.returnedPart(returned, paid, order.number)
            : words.refunded.returned(paid, order.number),
        ],
        sums: [
          [words.refunded.youPaid, paid],
          [isPart ? words.refunded.returnedNow : words.refunded.returnedInAll, returned],
        ],
        facts: [],
      }
    },
  },
  'refund-notice': {
    to: 'shopper',
    subject: ({ number }) => words.tooLate.subject(number),
    body: (order) => ({
      heading: words.tooLate.heading,
      paragraphs: [
        words.tooLate.soldOut(order.number),
        words.tooLate.returning(formatCadTotal(order.total)),
        words.tooLate.sorry,
      ],
      lines: mailLines(order),
      facts: [],
    }),
  },
  ...ALERTS,
}

function isPartOf(total: Cents, refund: Pick<Refund, 'amount'> | null): boolean {
  return refund !== null && refund.amount < total
}

/** The subject of one mail. `id`: for kinds that an order may get more than once. */
export interface OrderMailTask {
  orderId: OrderId
  refundId?: RefundId | undefined
  disputeId?: DisputeId | undefined
  received?: number | undefined
  returned?: number | undefined
  id?: string | undefined
}

/** Sends one mail about an order. Throws when the mail was not accepted, and the outbox retries. */
export async function sendOrderMail(shop: Shop, kind: OrderMailKind, task: OrderMailTask): Promise<void> {
  const { orderId, refundId, disputeId, received, returned, id = `${kind}-${orderId}` } = task
  const order = await findOrder(shop.database.db, orderId)
  if (!order) throw new Error(`There is no order ${orderId} to write about`)
  const { to, subject, body } = TEMPLATES[kind]
  if (order.erasure !== null && to === 'shopper') return // no address is stored
  if (order.fulfilment === null && isParcelMail(kind)) return // the fulfilment was undone
  const refunds = refundId === undefined ? [] : await findRefunds(shop.database.db, orderId)
  const disputes = disputeId === undefined ? [] : await findDisputes(shop.database.db, orderId)
  const { name, email } = order.customer
  const { isTest } = shop.gateway
  const refund = refunds.find(({ id: known }) => known === refundId) ?? null
  const content = pictured(
    shop,
    body(order, refund, {
      dispute: disputes.find(({ id: known }) => known === disputeId) ?? null,
      sums:
        received === undefined || returned === undefined
          ? null
          : { received: cents(received), returned: cents(returned) },
    }),
  )
  const link =
    to === 'owner'
      ? { label: alertWords.openOrder, address: staffOrderAddress(shop, order) }
      : { label: words.seeOrder, address: orderAddress(shop, order) }
  await sendMail(shop, {
    id,
    kind,
    to:
      to === 'owner'
        ? { name: layoutWords.shop, address: shop.settings.ownerEmail }
        : { name, address: email },
    subject: isTest ? words.testSubject(subject(order, refund)) : subject(order, refund),
    body: { ...(isTest ? marked(content) : content), link },
    fields: orderFields(order, { isTest }),
    ...(to === 'owner' && email !== '' && { replyTo: email }),
  })
}

/** The lines of an order, each with the key of its picture. */
function mailLines(order: Order): MailLine[] {
  return order.lines.map((line) => ({
    name: words.line(line.quantity, orderLineName(line)),
    amount: formatCad(orderLinePrice(line)),
    picture: line.pictureKey,
  }))
}

/** The same with the addresses of the pictures instead of their keys. */
function pictured({ images, settings }: Shop, body: MailBody): MailBody {
  if (!body.lines) return body
  const addressOf = (key: string) => new URL(images.url(key, PICTURE_WIDTH, 'webp'), settings.publicUrl).href
  return {
    ...body,
    lines: body.lines.map((line) => ({ ...line, picture: line.picture && addressOf(line.picture) })),
  }
}

/** The tracking details of the parcel. */
function trackingFacts({ fulfilment }: Order): [string, string][] {
  const { carrier = '', trackingNumber = '', trackingLink = '' } = fulfilment ?? {}
  const facts: [string, string][] = [
    [words.tracking.carrier, carrier],
    [words.tracking.number, trackingNumber],
    [words.tracking.link, trackingLink],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** A mail about an order that was paid at a gateway that takes no money, so that nobody ships it by mistake. */
function marked(body: MailBody): MailBody {
  return { ...body, paragraphs: [words.testOrder, ...body.paragraphs] }
}
