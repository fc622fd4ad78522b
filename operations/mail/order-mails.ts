import { dateFormat } from '#domain/date-format.ts'
import { findDisputes } from '#db/refunds/disputes.ts'
import { findPaymentLink } from '#db/payment-links/payment-links.ts'
import { findOrderBatched } from '#db/orders/orders.ts'
import { readRefundLedger } from '#db/refunds/refund-ledger.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { OrderId, PaymentLinkId, RefundId, DisputeId } from '#domain/ids.ts'
import { isBalanceDue } from '#domain/checkout/payment-link.ts'
import { greetingName } from '#domain/greeting-name.ts'
import { addCents, cents, formatCad, formatCadTotal, type Cents } from '#domain/money.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Order } from '#domain/orders/order.ts'
import { splitRows, type SplitPart } from '#domain/refunds/refund-split.ts'
import type { Refund } from '#domain/refunds/refund.ts'
import { isParcelMail, type OrderMailKind } from '#domain/outbox/task-kinds.ts'
import { ALERTS, type ItemsChanged, type MailContext, type MailTemplate } from './alert-mails.ts'
import { afterSending, deliveryFacts, deliveryParagraphs } from './delivery-words.ts'
import { LINK_MAILS } from './link-mails.ts'
import type { MailBody } from './mail-body.ts'
import { mailLines } from './mail-lines.ts'
import { findMailedParcel, parcelWords, type MailedParcel } from './parcel-words.ts'
import { findMailedPickup, pickedUpWords } from './pickup-words.ts'
import { sendMail } from './send-mail.ts'
import { currentShipping } from '#operations/checkout/current-shipping.ts'
import { notificationFacts, orderFields, paidFacts } from '#operations/order-facts.ts'
import { paymentLinkPath } from '#operations/payment-link-path.ts'
import { orderAddress, staffOrderAddress } from '#operations/order-link.ts'
import type { Shop } from '#operations/shop.ts'
import * as alertWords from '#words/mails/alerts.ts'
import * as layoutWords from '#words/mails/layout.ts'
import { LANGUAGE } from '#words/language.ts'
import * as words from '#words/mails/orders.ts'
import * as linkWords from '#words/mails/payment-links.ts'

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
    body: (order, _refund, { pickupPlace }) => ({
      heading: words.confirmed.heading,
      paragraphs:
        order.delivery === 'in-person'
          ? [words.confirmed.receipt(order.number)]
          : [words.confirmed.received(order.number), ...deliveryParagraphs(order)],
      lines: mailLines(order),
      sums: paidFacts(order),
      facts: [
        ...(order.delivery === 'in-person' ? [] : deliveryFacts(order, pickupPlace)),
        ...(order.note === '' ? [] : [[words.yourNote, order.note] satisfies [string, string]]),
      ],
    }),
  },
  'order-fulfilled': {
    to: 'shopper',
    subject: (order, _refund, { parcel }) => parcelWords(order, parcel).subject,
    body: (order, _refund, { parcel, pickupPlace }) => {
      const { heading, sent, after } = parcelWords(order, parcel)
      return {
        heading,
        paragraphs: [sent(order.number, parcel?.shipment.carrier ?? ''), ...after, ...afterSending(order)],
        lines: mailLines(order, parcel?.shipment.units),
        facts: [...trackingFacts(parcel), ...deliveryFacts(order, pickupPlace)],
      }
    },
  },
  'tracking-changed': {
    to: 'shopper',
    subject: ({ number }) => words.tracking.subject(number),
    body: (order, _refund, { parcel, pickupPlace }) => ({
      heading: words.tracking.heading,
      paragraphs: [
        isOneOfSeveral(parcel)
          ? words.tracking.changedOfParcel(order.number)
          : words.tracking.changed(order.number),
      ],
      ...(isOneOfSeveral(parcel) && { lines: mailLines(order, parcel?.shipment.units) }),
      facts: [...trackingFacts(parcel), ...deliveryFacts(order, pickupPlace)],
    }),
  },
  'order-picked-up': {
    to: 'shopper',
    subject: (order, _refund, { pickup }) => pickedUpWords(order, pickup).subject,
    body: (order, _refund, { pickup }) => {
      const { heading, paragraphs } = pickedUpWords(order, pickup)
      return {
        heading,
        paragraphs: [...paragraphs, words.pickedUp.wrong],
        lines: mailLines(order, pickup?.pickup.units),
        facts: [],
      }
    },
  },
  'items-changed': {
    to: 'shopper',
    subject: ({ number }) => words.itemsChanged.subject(number),
    body: (order, _refund, { change, pickupPlace }) => ({
      heading: words.itemsChanged.heading,
      paragraphs: [
        change === null
          ? (order.delivery === 'pickup' ? words.itemsChanged.changedPickup : words.itemsChanged.changed)(
              order.number,
            )
          : words.itemsChanged.replaced(order.number, change.after, change.before),
        ...(change !== null && change.refunded > 0
          ? [words.itemsChanged.returning(formatCadTotal(change.refunded))]
          : []),
      ],
      lines: mailLines(order),
      sums: paidFacts(order),
      facts: deliveryFacts(order, pickupPlace),
    }),
  },
  'order-cancelled': {
    to: 'shopper',
    subject: ({ number }) => words.cancelled.subject(number),
    body: (order, _refund, { returning: { byCard, byHand } }) => ({
      heading: words.cancelled.heading,
      paragraphs: [
        (order.delivery === 'pickup' ? words.cancelled.nothingToCollect : words.cancelled.nothingSent)(
          order.number,
        ),
        ...(byCard > 0 ? [words.cancelled.returning(formatCadTotal(byCard))] : []),
        ...(byHand === 0
          ? []
          : byCard > 0
            ? [
                words.cancelled.returningTheRest(
                  formatCadTotal(byHand),
                  formatCadTotal(cents(byCard + byHand)),
                ),
              ]
            : [words.cancelled.returningByHand(formatCadTotal(byHand))]),
      ],
      lines: mailLines(order),
      sums: paidFacts(order),
      facts: [],
    }),
  },
  'order-refunded': {
    to: 'shopper',
    subject: ({ number }) => words.refunded.subject(number),
    body: (order, refund, { split }) => {
      const parts = splitRows(split, formatCad)
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
          ...(parts.length > 1 ? parts : []),
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
  ...LINK_MAILS,
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
  /** The number of the pickup. Tasks from before there were parts have none: their order had one. */
  pickup?: number | undefined
  change?: ItemsChanged | undefined
  linkId?: PaymentLinkId | undefined
  id?: string | undefined
}

/** Sends one mail about an order. Throws when the mail was not accepted, and the outbox retries. */
export async function sendOrderMail(shop: Shop, kind: OrderMailKind, task: OrderMailTask): Promise<void> {
  const { orderId, refundId, disputeId, linkId, received, returned, change = null, shipment = 1 } = task
  const order = await findOrderBatched(shop.database, orderId)
  if (!order) throw new Error(`There is no order ${orderId} to write about`)
  const { to, subject, body } = TEMPLATES[kind]
  if (order.customer.email === '' && to === 'shopper') return // erased, or staff made the order without one
  if (order.delivery === 'in-person' && isParcelMail(kind)) return // there is no parcel
  const parcel = isParcelMail(kind) ? await findMailedParcel(shop.database.db, order, shipment) : null
  if (parcel === null && isParcelMail(kind)) return // the shipment was undone
  const pickup =
    kind === 'order-picked-up' ? await findMailedPickup(shop.database.db, order, task.pickup) : null
  if (pickup === null && kind === 'order-picked-up') return // undone
  const link = linkId === undefined ? null : await findPaymentLink(shop.database.db, linkId)
  if (kind === 'payment-link' && link?.state !== 'open') return // settled or cancelled in the meantime
  if (kind === 'payment-link-closed' && link && isBalanceDue(link.state)) return // due again in the meantime
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
    pickup,
    change,
    pickupPlace: (await currentShipping(shop)).tariff.pickupPlace,
    link,
    payBy: link === null ? '' : dayIn(shop, link.expiresAt),
    returning: sharesOf(refunds, refundId),
    split: kind === 'order-refunded' ? await splitOf(shop, order, refundId) : [],
  }
  const { name: shopName } = await currentSetting(shop, SHOP_IDENTITY)
  const written = subject(order, refund, about)
  const named = to === 'shopper' ? written.replace(layoutWords.shop, () => shopName) : written
  const content = pictured(shop, body(order, refund, about))
  const greeted = to === 'owner' ? content : greeting(content, name)
  const button =
    to === 'owner'
      ? { label: alertWords.openOrder, address: staffOrderAddress(shop, order) }
      : kind === 'payment-link' && link
        ? {
            label: linkWords.request.button(formatCadTotal(link.amount)),
            address: shop.settings.publicUrl + paymentLinkPath(shop, link.id),
          }
        : { label: words.seeOrder, address: orderAddress(shop, order) }
  await sendMail(shop, {
    id: task.id ?? `${kind}-${orderId}`,
    kind,
    to:
      to === 'owner'
        ? { name: layoutWords.shop, address: shop.settings.ownerEmail }
        : { name, address: email },
    subject: isTest ? words.testSubject(named) : named,
    body: { ...(isTest ? marked(greeted, order) : greeted), link: button },
    fields: orderFields(order, { isTest }),
    ...(to === 'owner' && email !== '' && { replyTo: email }),
  })
}

async function splitOf(
  { database: { db } }: Shop,
  order: Order,
  id: RefundId | undefined,
): Promise<readonly SplitPart[]> {
  const { splits } = await readRefundLedger(db, order)
  return (id && splits.get(id)) ?? []
}

/** The shares of one refund, whose rows are named after the first: see return-money.ts. */
function sharesOf(refunds: readonly Refund[], id: RefundId | undefined): MailContext['returning'] {
  const own = refunds.filter((refund) => refund.id === id || refund.id.startsWith(`${id}-`))
  const sum = (isByHand: boolean) =>
    addCents(own.filter(({ source }) => (source === 'by-hand') === isByHand).map(({ amount }) => amount))
  return { byCard: sum(false), byHand: sum(true) }
}

function dayIn({ settings: { timeZone } }: Shop, at: number): string {
  return dateFormat(LANGUAGE, { dateStyle: 'long', timeZone }).format(at)
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

/** Marks a mail about an order that was paid without real money, so that it is not shipped by mistake. */
function marked(body: MailBody, { delivery }: Pick<Order, 'delivery'>): MailBody {
  const test = delivery === 'pickup' ? words.testPickup : words.testOrder
  return { ...body, paragraphs: [test, ...body.paragraphs] }
}
