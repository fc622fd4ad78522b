import { findSignInsOf } from '#db/accounts/sign-ins.ts'
import { findSavedPieces } from '#db/accounts/saved-pieces.ts'
import { accountEmail } from '#domain/accounts/account-email.ts'
import { findEntriesOf } from '#db/drops/draw-entries.ts'
import { findGuestsOf, type GuestLink } from '#db/drops/drop-guests.ts'
import { findRemindersOf } from '#db/reminders/reminders.ts'
import { sql, type Kysely } from 'kysely'
import * as v from 'valibot'
import { containsText } from '#db/engine/contains-text.ts'
import { findGiftCard } from '#db/gift-cards/gift-card-ledger.ts'
import { findBounce } from '#db/mail/bounced-addresses.ts'
import { findDisputes } from '#db/refunds/disputes.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { orderEmailContains } from '#db/orders/order-search.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { findReturns } from '#db/returns/returns.ts'
import type { Database } from '#db/schema.ts'
import type {
  DrawEntryId,
  ReminderId,
  GiftCardId,
  OrderId,
  MessageId,
  ProductId,
  SubscriberId,
} from '#domain/ids.ts'
import { erasureObstacle } from '#domain/refunds/erasure-obstacle.ts'
import { correctionSchema, type OrderEventKind } from '#domain/orders/order-event.ts'
import { ORDER_NUMBER, type OrderState } from '#domain/orders/order.ts'
import type { Cents } from '#domain/money.ts'
import { isOpenReturn } from '#domain/returns/return.ts'
import { comparableText } from '#domain/plain-text.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'

/** An order of a customer. `obstacle`: why the customer's data cannot be deleted yet, without a full stop. */
export interface CustomerOrder {
  id: OrderId
  number: string
  state: OrderState
  /** A change of the order is not paid yet. */
  isBalanceDue: boolean
  createdAt: number
  obstacle: string | null
}

/** What the shop stores under one email address, newest orders first. */
export interface CustomerData {
  orders: CustomerOrder[]
  /** The gift cards that were sent to the address, or will be. */
  giftCardIds: GiftCardId[]
  /** At most one. While something is left of it, the customer must stay reachable. */
  storeCredit: { id: GiftCardId; balance: Cents }[]
  messageIds: MessageId[]
  /** To the newsletter. */
  subscriptionIds: SubscriberId[]
  /** Of drops. */
  reminderIds: ReminderId[]
  /** In draws. */
  entryIds: DrawEntryId[]
  /** With early access to a drop. */
  guests: GuestLink[]
  /** Emails to sign in with, and saved pieces. */
  signInIds: string[]
  savedPieces: ProductId[]
  /** Whether a mail to the address has bounced. */
  hasBounced: boolean
}

/**
 * Finds what is stored under an email address, ignoring case, also where staff corrected it on an order; under the
 * number of an order without an address, that order. `db`: in a transaction the orders are locked until it ends.
 */
export async function findCustomerData(db: Kysely<Database>, email: string): Promise<CustomerData> {
  const wanted = comparableText(email)
  const isNumber = ORDER_NUMBER.test(email)
  const isWanted = (row: { email: string }) => comparableText(row.email) === (isNumber ? '' : wanted)
  const from = db.isTransaction ? lockingOrders(db) : db.selectFrom('orders')
  const corrected = isNumber ? [] : await findCorrectedFrom(db, wanted)
  const rows = await (
    isNumber
      ? from.where('number', '=', email).where('erased_at', 'is', null)
      : from.where((e) =>
          corrected.length === 0
            ? orderEmailContains(db, email)
            : e.or([orderEmailContains(db, email), e('id', 'in', corrected)]),
        )
  )
    .select(['id', 'number', 'email', 'state', 'created_at as createdAt', 'fulfilment'])
    .select('balance_due_cents as balanceDue')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const orders: CustomerOrder[] = []
  for (const { id, number, state, createdAt, fulfilment, balanceDue } of rows.filter(
    (row) => isWanted(row) || corrected.includes(row.id),
  )) {
    const obstacle = erasureObstacle({
      state,
      fulfilment,
      balanceDue,
      isGiftWaiting: await hasWaitingGift(db, id),
      isGiftHeld: await hasHeldGift(db, id),
      isReturning: (await findReturns(db, id)).some(({ state }) => isOpenReturn(state)),
      refunds: await findRefunds(db, id),
      disputes: await findDisputes(db, id),
    })
    orders.push({ id, number, state, isBalanceDue: balanceDue > 0, createdAt, obstacle })
  }
  const giftCards = await db
    .selectFrom('gift_cards')
    .select(['id', 'recipient_email as email'])
    .where((e) => e(e.fn<string>('lower', ['recipient_email']), '=', email.trim().toLowerCase()))
    .where('recipient_email', '<>', '')
    .execute()
  const credit = await findGiftCard(db, { email: limitEmail(email) })
  const messages = await db
    .selectFrom('contact_messages')
    .select(['id', 'email'])
    .where((e) => containsText('search_text', email) ?? e.lit(false))
    .execute()
  const subscribers = await db
    .selectFrom('newsletter_subscribers')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .execute()
  const reminderIds = await findRemindersOf(db, email.trim().toLowerCase())
  const entryIds = await findEntriesOf(db, email.trim().toLowerCase())
  return {
    orders,
    reminderIds,
    entryIds,
    guests: await findGuestsOf(db, email.trim().toLowerCase()),
    signInIds: await findSignInsOf(db, accountEmail(email)),
    savedPieces: await findSavedPieces(db, accountEmail(email)),
    giftCardIds: giftCards.map(({ id }) => id),
    storeCredit: credit === null ? [] : [{ id: credit.id, balance: credit.balance }],
    messageIds: (isNumber ? [] : messages.filter(isWanted)).map(({ id }) => id),
    subscriptionIds: subscribers.map(({ id }) => id),
    hasBounced: (await findBounce(db, email)) !== null,
  }
}

/** The orders whose email address was this one before staff corrected it. */
async function findCorrectedFrom(db: Kysely<Database>, wanted: string): Promise<OrderId[]> {
  const corrections = await db
    .selectFrom('order_events')
    .select(['order_id as id', 'detail'])
    .where('kind', '=', sql.lit<OrderEventKind>('email-corrected')) // as in the index
    .execute()
  const isFrom = (detail: string) =>
    comparableText(v.parse(correctionSchema, JSON.parse(detail)).from) === wanted
  return corrections.filter(({ detail }) => wanted !== '' && isFrom(detail)).map(({ id }) => id)
}

/** Whether nothing is stored. */
export function hasNoCustomerData({ hasBounced, ...found }: CustomerData): boolean {
  return Object.values(found).every(({ length }) => length === 0) && !hasBounced
}

/** Whether a gift card of an order has yet to reach its recipient. */
async function hasWaitingGift(db: Kysely<Database>, orderId: OrderId): Promise<boolean> {
  const waiting = await db
    .selectFrom('gift_cards')
    .select('id')
    .where('order_id', '=', orderId)
    .where('send_on', 'is not', null)
    .where('sent_at', 'is', null)
    .where('state', '=', 'active')
    .where('recipient_email', '<>', '')
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/** Whether gift cards of an order are issued once its review is released. */
async function hasHeldGift(db: Kysely<Database>, orderId: OrderId): Promise<boolean> {
  const held = await db
    .selectFrom('order_holds')
    .innerJoin('orders', 'orders.id', 'order_holds.order_id')
    .innerJoin('order_lines', 'order_lines.order_id', 'order_holds.order_id')
    .select('order_holds.order_id')
    .where('order_holds.order_id', '=', orderId)
    .where('reason', '=', 'review')
    .where('gift_card', '=', 1)
    .where('state', 'not in', ['cancelled', 'refunded'])
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}
