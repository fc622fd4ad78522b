import { findDisputes } from '#db/refunds/disputes.ts'
import { findOrder } from '#db/orders/orders.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { OrderId, RefundId, DisputeId } from '#domain/ids.ts'
import { greetingName } from '#domain/greeting-name.ts'
import { cents, formatCad, formatCadTotal, type Cents } from '#domain/money.ts'
import type { LineUnits } from '#domain/orders/fulfilment.ts'
import { orderLineName, orderLinePrice, type Order } from '#domain/orders/order.ts'
import type { Refund } from '#domain/refunds/refund.ts'
import { isParcelMail, type OrderMailKind } from '#domain/outbox/task-kinds.ts'
import { ALERTS, type ItemsChanged, type MailContext, type MailTemplate } from './alert-mails.ts'
import type { MailBody, MailLine } from './mail-body.ts'
import { findMailedParcel, parcelWords, type MailedParcel } from './parcel-words.ts'
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
      paragraphs:
        order.delivery === 'in-person'
          ? [words.confirmed.receipt(order.number)]
          : [words.confirmed.received(order.number), words.confirmed.delivery],
      lines: mailLines(order),
      sums: paidFacts(order),
      facts: [
        ...(order.delivery === 'in-person'
          ? []
          : [[words.deliveryAddress, addressLine(order)] satisfies [string, string]]),
        ...(order.note === '' ? [] : [[words.yourNote, order.note] satisfies [string, string]]),
      ],
    }),
  },
  'order-fulfilled': {
    to: 'shopper',
    subject: (order, _refund, { parcel }) => parcelWords(order, parcel).subject,
    body: (order, _refund, { parcel }) => {
      const { heading, sent, after } = parcelWords(order, parcel)
      return {
        heading,
        paragraphs: [sent(order.number, parcel?.shipment.carrier ?? ''), ...after, words.shipped.delivery],
        lines: mailLines(order, parcel?.shipment.units),
        facts: [...trackingFacts(parcel), [words.deliveryAddress, addressLine(order)]],
      }
    },
  },
  'tracking-changed': {
    to: 'shopper',
    subject: ({ number }) => words.tracking.subject(number),
    body: (order, _refund, { parcel }) => ({
      heading: words.tracking.heading,
      paragraphs: [
        isOneOfSeveral(parcel)
          ? words.tracking.changedOfParcel(order.number)
          : words.tracking.changed(order.number),
      ],
      ...(isOneOfSeveral(parcel) && { lines: mailLines(order, parcel?.shipment.units) }),
      facts: [...trackingFacts(parcel), [words.deliveryAddress, addressLine(order)]],
    }),
  },
  'items-changed': {
    to: 'shopper',
    subject: ({ number }) => words.itemsChanged.subject(number),
    body: (order, _refund, { change }) => ({
      heading: words.itemsChanged.heading,
      paragraphs: [
        change === null
          ? words.itemsChanged.changed(order.number)
          : words.itemsChanged.replaced(order.number, change.after, change.before),
        ...(change !== null && change.refunded > 0
          ? [words.itemsChanged.returning(formatCadTotal(change.refunded))]
          : []),
      ],
      lines: mailLines(order),
      sums: paidFacts(order),
      facts: [[words.deliveryAddress, addressLine(order)]],
    }),
  },
  'order-cancelled': {
    to: 'shopper',
    subject: ({ number }) => words.cancelled.subject(number),
    body: (order, refund) => ({
      heading: words.cancelled.heading,
      paragraphs: [
        words.cancelled.nothingSent(order.number),
        ...(refund
          ? [
              refund.source === 'by-hand'
                ? words.cancelled.returningByHand(formatCadTotal(refund.amount))
                : words.cancelled.returning(formatCadTotal(refund.amount)),
            ]
          : []),
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
          ...(refund?.source === 'by-hand' ? [] : [words.refunded.bankDays]),
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
  /** The number of the shipment. Tasks from before there were shipments have none: their order had one. */
  shipment?: number | undefined
  change?: ItemsChanged | undefined
  id?: string | undefined
}

/** Sends one mail about an order. Throws when the mail was not accepted, and the outbox retries. */
export async function sendOrderMail(shop: Shop, kind: OrderMailKind, task: OrderMailTask): Promise<void> {
  const { orderId, refundId, disputeId, received, returned, change = null, shipment = 1 } = task
  const order = await findOrder(shop.database.db, orderId)
  if (!order) throw new Error(`There is no order ${orderId} to write about`)
  const { to, subject, body } = TEMPLATES[kind]
  if (order.customer.email === '' && to === 'shopper') return // erased, or staff made the order without one
  if (order.delivery === 'in-person' && isParcelMail(kind)) return // there is no parcel
  const parcel = isParcelMail(kind) ? await findMailedParcel(shop.database.db, order, shipment) : null
  if (parcel === null && isParcelMail(kind)) return // the shipment was undone
  const refunds = refundId === undefined ? [] : await findRefunds(shop.database.db, orderId)
  const disputes = disputeId === undefined ? [] : await findDisputes(shop.database.db, orderId)
  const { name, email } = order.customer
  const { isTest } = shop.gateway
  const refund = refunds.find(({ id: known }) => known === refundId) ?? null
  const about: MailContext = {
    dispute: disputes.find(({ id: known }) => known === disputeId) ?? null,
    sums:
      received === undefined || returned === undefined
        ? null
        : { received: cents(received), returned: cents(returned) },
    parcel,
    change,
  }
  const content = pictured(shop, body(order, refund, about))
  const greeted = to === 'owner' ? content : greeting(content, name)
  const link =
    to === 'owner'
      ? { label: alertWords.openOrder, address: staffOrderAddress(shop, order) }
      : { label: words.seeOrder, address: orderAddress(shop, order) }
  await sendMail(shop, {
    id: task.id ?? `${kind}-${orderId}`,
    kind,
    to:
      to === 'owner'
        ? { name: layoutWords.shop, address: shop.settings.ownerEmail }
        : { name, address: email },
    subject: isTest ? words.testSubject(subject(order, refund, about)) : subject(order, refund, about),
    body: { ...(isTest ? marked(greeted) : greeted), link },
    fields: orderFields(order, { isTest }),
    ...(to === 'owner' && email !== '' && { replyTo: email }),
  })
}

/** The lines of an order, or of units of it, each with the key of its picture. */
function mailLines(order: Order, units?: readonly LineUnits[]): MailLine[] {
  return order.lines.flatMap((line, position) => {
    const quantity = units ? (units.find((one) => one.position === position)?.quantity ?? 0) : line.quantity
    if (quantity === 0) return []
    return {
      name: words.line(quantity, orderLineName(line)),
      amount: formatCad(orderLinePrice({ ...line, quantity })),
      picture: line.pictureKey,
    }
  })
}

function isOneOfSeveral(parcel: MailedParcel | null): boolean {
  return parcel !== null && (parcel.rest.length > 0 || !parcel.isFirst)
}

/** The mail with a greeting; without the name where it may not be one. */
function greeting(body: MailBody, customerName: string): MailBody {
  const name = greetingName(customerName)
  return {
    ...body,
    paragraphs: [name === null ? words.greetingWithoutName : words.greeting(name), ...body.paragraphs],
  }
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
function trackingFacts(parcel: MailedParcel | null): [string, string][] {
  const { carrier = '', trackingNumber = '', trackingLink = '' } = parcel?.shipment ?? {}
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
