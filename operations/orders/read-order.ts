import * as v from 'valibot'
import { findBounce, type Bounce } from '#db/mail/bounced-addresses.ts'
import { readMailOutage } from '#db/mail/mail-outage.ts'
import { findDisputes } from '#db/refunds/disputes.ts'
import { findDuplicates, type DuplicateOrder } from '#db/orders/duplicate-orders.ts'
import { findHold } from '#db/orders/holds.ts'
import { findMarks, NO_MARKS, type OrderMarks } from '#db/orders/order-marks.ts'
import { findOrderByNumber } from '#db/orders/orders.ts'
import { findRefundParts } from '#db/orders/refunded-units.ts'
import { findDueLink } from '#db/payment-links/payment-links.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findLineFacts, findLineProgress } from '#db/refunds/fulfilment-status.ts'
import { readRefundLedger } from '#db/refunds/refund-ledger.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { PaymentLink } from '#domain/checkout/payment-link.ts'
import type { Payment } from '#domain/checkout/payment.ts'
import type { Dispute } from '#domain/refunds/dispute.ts'
import { lineProgress, type LineFacts, type LineProgress } from '#domain/orders/fulfilment.ts'
import type { OrderHold } from '#domain/orders/hold.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Picture } from '#domain/catalog/product.ts'
import type { RefundId } from '#domain/ids.ts'
import type { RefundLedger } from '#domain/refunds/divide-refunds.ts'
import type { RefundedParts } from '#domain/refunds/order-parts.ts'
import type { RefundChoice } from '#domain/refunds/refund-price.ts'
import { choicesOf, refundedParts } from '#domain/refunds/refunded-units.ts'
import type { Refund } from '#domain/refunds/refund.ts'
import { isParcelMail, ORDER_MAIL_KINDS, type OrderMailKind } from '#domain/outbox/task-kinds.ts'
import { BOUNCED_ADDRESS_REASON } from '#operations/mail/send-mail.ts'
import { isForShopper } from '#operations/mail/order-mails.ts'
import { shipmentOf } from '#operations/parcel-mails.ts'
import { linkSubject } from '#operations/order-link.ts'
import type { Shop } from '#operations/shop.ts'

/** An event of an order. `detail` depends on its kind. */
export interface OrderEvent {
  id: number
  at: number
  kind: string
  actor: string
  detail: unknown
}

/** A mail about an order, as stored in the outbox. */
export interface OrderMailState {
  id: number
  kind: OrderMailKind
  /** The number of the shipment, for mails about a parcel. */
  shipment: number | null
  forShopper: boolean
  state: 'sent' | 'waiting' | 'gave-up'
  at: number
  error: string | null
  /** When a waiting mail is tried next, in epoch milliseconds; null when it is due. */
  nextTry: number | null
  /** It was given up because its address had bounced: `bounce` has the server's response. */
  hasBounced: boolean
  /** It was enqueued again. */
  isResent: boolean
}

/** Everything that staff see of an order. `pictures` by key, as far as the catalogue still has them. */
export interface OrderRecord {
  order: Order
  /** Why it waits; null when it does not. */
  hold: OrderHold | null
  marks: OrderMarks
  pictures: Map<string, Picture>
  payments: Payment[]
  refunds: Refund[]
  /** What the refunds were for. */
  refunded: RefundedParts
  /** What each refund was for, for refunds by item only. */
  choices: Map<RefundId, RefundChoice>
  /** How each refund divides, and what is left of each part of the order. */
  refundLedger: RefundLedger
  /** Where the units of its lines are. */
  progress: LineProgress[]
  /** What happened to those units. */
  facts: LineFacts[]
  disputes: Dispute[]
  events: OrderEvent[]
  mails: OrderMailState[]
  /** Other orders that wait to be sent to the same customer or address. */
  duplicates: DuplicateOrder[]
  /** The payment link whose balance the order waits for. */
  link: PaymentLink | null
  /** A mail to the customer's address has bounced, and the shop sends no more there. */
  bounce: Bounce | null
}

/** The order with everything that is stored about it; null when there is no such number. */
export async function readOrder(
  { database: { db }, now }: Shop,
  number: string,
): Promise<OrderRecord | null> {
  const order = await findOrderByNumber(db, number)
  if (!order) return null
  const [
    pictures,
    payments,
    refunds,
    parts,
    refundLedger,
    facts,
    disputes,
    events,
    mails,
    duplicates,
    bounce,
    outage,
    link,
    hold,
    marks,
  ] = await Promise.all([
    readPictures(db, order),
    findPayments(db, order.id),
    findRefunds(db, order.id),
    findRefundParts(db, order.id),
    readRefundLedger(db, order),
    findLineFacts(db, order.id),
    findDisputes(db, order.id),
    db.selectFrom('order_events').selectAll().where('order_id', '=', order.id).orderBy('id').execute(),
    db.selectFrom('outbox').selectAll().where('order_id', '=', order.id).orderBy('id').execute(),
    findDuplicates(db, order.id),
    order.customer.email === '' ? null : findBounce(db, order.customer.email),
    readMailOutage(db),
    findDueLink(db, order.id),
    findHold(db, order.id),
    findMarks(db, [order.id]),
  ])
  return {
    order,
    hold,
    marks: marks.get(order.id) ?? NO_MARKS,
    duplicates,
    link,
    bounce,
    pictures,
    payments,
    refunds,
    refunded: refundedParts(parts),
    choices: choicesOf(parts),
    refundLedger,
    facts,
    progress: facts.map(lineProgress),
    disputes,
    events: events.map((event) => ({ ...event, detail: JSON.parse(event.detail) as unknown })),
    mails: mails.flatMap((mail) => {
      if (!v.is(v.picklist(ORDER_MAIL_KINDS), mail.kind)) return []
      const state = mail.done_at !== null ? 'sent' : mail.gave_up_at !== null ? 'gave-up' : 'waiting'
      const nextTry = Math.max(mail.run_after, outage?.pausedUntil ?? 0)
      const forShopper = isForShopper(mail.kind)
      return {
        id: mail.id,
        kind: mail.kind,
        shipment: isParcelMail(mail.kind) ? shipmentOf(mail.payload) : null,
        forShopper,
        state,
        at: mail.done_at ?? mail.gave_up_at ?? mail.created_at,
        nextTry: state === 'waiting' && nextTry > now() ? nextTry : null,
        error: mail.last_error ?? (state === 'waiting' ? (outage?.failure ?? null) : null),
        hasBounced:
          state === 'gave-up' &&
          forShopper &&
          bounce !== null &&
          [bounce.words, BOUNCED_ADDRESS_REASON].includes(mail.last_error ?? ''),
        isResent: mails.some(({ dedupe_key }) => dedupe_key === `resend:${mail.id}`),
      }
    }),
  }
}

/** What the shopper's order page shows: the order and its refunds. Null when the key is not valid. */
export async function readOrderWithKey(
  shop: Shop,
  number: string,
  key: string,
): Promise<Pick<OrderRecord, 'order' | 'pictures' | 'refunds' | 'progress' | 'link'> | null> {
  const { db } = shop.database
  const order = await findOrderByNumber(db, number)
  if (!order || !shop.signedLinks.opens(key, 'order', linkSubject(order.id, order))) return null
  const [pictures, refunds, progress, link] = await Promise.all([
    readPictures(db, order),
    findRefunds(db, order.id),
    findLineProgress(db, order.id),
    findDueLink(db, order.id),
  ])
  return { order, pictures, refunds, progress, link }
}

/** The pictures of these lines by key, as far as the catalogue still has them. */
export async function readPictures(
  db: Shop['database']['db'],
  { lines }: { lines: readonly { pictureKey: string | null }[] },
): Promise<Map<string, Picture>> {
  const keys = [...new Set(lines.flatMap(({ pictureKey }) => pictureKey ?? []))]
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('pictures')
    .select(['key', 'alt', 'width', 'height', 'placeholder'])
    .where('key', 'in', keys)
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}
