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

/** In pixels: the smallest width that every picture has. */
const PICTURE_WIDTH = 320

/** Whether the mail goes to the shopper, and not to the owner. */
export function isForShopper(kind: OrderMailKind): boolean {
  return TEMPLATES[kind].to === 'shopper'
}

const TEMPLATES: Record<OrderMailKind, MailTemplate> = {
  'order-notification': {
    to: 'owner',
    subject: ({ number, customer }) => `New order ${number} from ${customer.name}`,
    body: (order) => ({
      heading: `New order ${order.number}`,
      paragraphs: [],
      facts: notificationFacts(order),
    }),
  },
  'order-confirmation': {
    to: 'shopper',
    subject: ({ number }) => `Your Redemption order ${number}`,
    body: (order) => ({
      heading: 'Thanks for your order!',
      paragraphs:
        order.delivery === 'in-person'
          ? [`This is your receipt for order ${order.number}, which you took with you.`]
          : [
              `We have your order ${order.number} and are getting it ready.`,
              'Delivery usually takes 7 to 14 business days.',
            ],
      lines: mailLines(order),
      sums: paidFacts(order),
      facts: [
        ...(order.delivery === 'in-person'
          ? []
          : [['Delivery address', addressLine(order)] satisfies [string, string]]),
        ...(order.note === '' ? [] : [['Your note', order.note] satisfies [string, string]]),
      ],
    }),
  },
  'order-fulfilled': {
    to: 'shopper',
    subject: (order, _refund, { parcel }) => parcelWords(order, parcel).subject,
    body: (order, _refund, { parcel }) => {
      const { heading, what, after } = parcelWords(order, parcel)
      const carrier = parcel?.shipment.carrier
      return {
        heading,
        paragraphs: [
          `We have handed ${what} ${order.number} over${carrier ? ` to ${carrier}` : ''}.`,
          ...after,
          'Delivery usually takes 7 to 14 business days from the order. Tell us about anything damaged or wrong within 3 days of delivery.',
        ],
        lines: mailLines(order, parcel?.shipment.units),
        facts: [...trackingFacts(parcel), ['Delivery address', addressLine(order)]],
      }
    },
  },
  'tracking-changed': {
    to: 'shopper',
    subject: ({ number }) => `New tracking for your Redemption order ${number}`,
    body: (order, _refund, { parcel }) => ({
      heading: 'Your tracking has changed',
      paragraphs: [
        `The tracking of ${isOneOfSeveral(parcel) ? 'this parcel of order' : 'order'} ${order.number} has changed. Please use these details instead of any that we sent before.`,
      ],
      ...(isOneOfSeveral(parcel) && { lines: mailLines(order, parcel?.shipment.units) }),
      facts: [...trackingFacts(parcel), ['Delivery address', addressLine(order)]],
    }),
  },
  'items-changed': {
    to: 'shopper',
    subject: ({ number }) => `Your Redemption order ${number} has changed`,
    body: (order, _refund, { change }) => ({
      heading: 'Your order has changed',
      paragraphs: [
        change === null
          ? `We have changed the items of order ${order.number}. This is what we will send.`
          : `We have changed order ${order.number}: ${change.after}, instead of ${change.before}.`,
        ...(change !== null && change.refunded > 0
          ? [`It costs less now, and we are returning ${formatCadTotal(change.refunded)} to you.`]
          : []),
      ],
      lines: mailLines(order),
      sums: paidFacts(order),
      facts: [['Delivery address', addressLine(order)]],
    }),
  },
  'order-cancelled': {
    to: 'shopper',
    subject: ({ number }) => `Your Redemption order ${number} is cancelled`,
    body: (order, refund) => ({
      heading: 'Your order is cancelled',
      paragraphs: [
        `Order ${order.number} is cancelled, and nothing will be sent.`,
        ...(refund
          ? [
              refund.source === 'by-hand'
                ? `We are returning ${formatCadTotal(refund.amount)} to you.`
                : `We are returning ${formatCadTotal(refund.amount)} to your card. Banks usually show it within 5 to 10 business days.`,
            ]
          : []),
      ],
      lines: mailLines(order),
      facts: [],
    }),
  },
  'order-refunded': {
    to: 'shopper',
    subject: ({ number }) => `Your refund for Redemption order ${number}`,
    body: (order, refund) => {
      const returned = formatCadTotal(refund?.amount ?? order.total)
      const paid = formatCadTotal(order.total)
      const isPart = isPartOf(order.total, refund)
      return {
        heading: isPart ? 'We have returned part of your payment' : 'We have returned your payment',
        paragraphs: [
          `We have returned ${isPart ? `${returned} of the ${paid}` : `the whole ${paid}`} that you paid for order ${order.number}.${refund?.source === 'by-hand' ? '' : ' Banks usually show it within 5 to 10 business days.'}`,
        ],
        sums: [
          ['You paid', paid],
          [isPart ? 'Returned with this refund' : 'Returned', returned],
        ],
        facts: [],
      }
    },
  },
  'refund-notice': {
    to: 'shopper',
    subject: ({ number }) => `Your money is on its way back: order ${number}`,
    body: (order) => ({
      heading: 'Sold out before your payment arrived',
      paragraphs: [
        `Your payment for order ${order.number} came after the time we could hold the pieces for you, and they have been sold since.`,
        `We are returning the whole ${formatCadTotal(order.total)} to your card. Banks usually show it within 5 to 10 business days.`,
        'We are sorry.',
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
      ? { label: 'Open the order', address: staffOrderAddress(shop, order) }
      : { label: 'See your order', address: orderAddress(shop, order) }
  await sendMail(shop, {
    id: task.id ?? `${kind}-${orderId}`,
    kind,
    to: to === 'owner' ? { name: 'Redemption', address: shop.settings.ownerEmail } : { name, address: email },
    subject: `${isTest ? '[TEST] ' : ''}${subject(order, refund, about)}`,
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
      name: `${quantity}x ${orderLineName(line)}`,
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
  return { ...body, paragraphs: [name === null ? 'Hi,' : `Hi ${name},`, ...body.paragraphs] }
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
    ['Carrier', carrier],
    ['Tracking number', trackingNumber],
    ['Follow it at', trackingLink],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** A mail about an order that was paid at a gateway that takes no money, so that nobody ships it by mistake. */
function marked(body: MailBody): MailBody {
  const warning = 'This is a test order: no money was taken, and nothing is to be shipped.'
  return { ...body, paragraphs: [warning, ...body.paragraphs] }
}
