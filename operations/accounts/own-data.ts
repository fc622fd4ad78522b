import { isAmong } from '#db/engine/is-among.ts'
import { unsubscribeSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import { deleteReminders } from '#db/reminders/reminders.ts'
import { accountEmail } from '#domain/accounts/account-email.ts'
import { isAskedFit, readOwnAnswers, setFitMails } from '#operations/fit/answer-how-it-fits.ts'
import { eraseCustomer, type ErasureOutcome } from '#operations/orders/erase-customer.ts'
import { findCustomerData } from '#operations/orders/find-customer-data.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import type { Shop } from '#operations/shop.ts'
import { readOwnCredit, readOwnOrders } from './own-orders.ts'

/** Which emails a customer gets that are not about an order. */
export interface OwnMails {
  hasNewsletter: boolean
  reminders: number
  /** Whether they are asked how pieces fit; null: the shop asks nobody. */
  isAskedFit: boolean | null
}

export async function readOwnMails(shop: Shop, email: string): Promise<OwnMails> {
  const { db } = shop.database
  const { subscriptionIds, reminderIds } = await findCustomerData(db, email)
  const subscribed = await db
    .selectFrom('newsletter_subscribers')
    .select('id')
    .where('email', '=', email)
    .where('state', '=', 'confirmed')
    .executeTakeFirst()
  return {
    hasNewsletter: subscriptionIds.length > 0 && subscribed !== undefined,
    reminders: reminderIds.length,
    isAskedFit: await isAskedFit(shop, email),
  }
}

/** Joining is confirmed by email, as for everyone. */
export async function changeOwnMails(
  shop: Shop,
  email: string,
  choice: 'join' | 'leave' | 'no-reminders' | 'fit' | 'no-fit',
): Promise<void> {
  const { db } = shop.database
  if (choice === 'join') return subscribeToNewsletter(shop, email)
  if (choice === 'fit' || choice === 'no-fit') return setFitMails(shop, email, choice === 'fit')
  const { subscriptionIds, reminderIds } = await findCustomerData(db, email)
  if (choice === 'no-reminders') return deleteReminders(db, reminderIds)
  for (const id of subscriptionIds) await unsubscribeSubscriber(db, id, shop.now())
}

/** What the shop has about a customer, for them to keep. */
export async function readOwnData(shop: Shop, email: string): Promise<object> {
  const { db } = shop.database
  const [orders, credit, mails, found] = await Promise.all([
    readOwnOrders(shop, email),
    readOwnCredit(shop, email),
    readOwnMails(shop, email),
    findCustomerData(db, email),
  ])
  const messages = await db
    .selectFrom('contact_messages')
    .select(['created_at', 'email', 'name', 'subject', 'contract', 'message'])
    .where(isAmong(db, 'id', found.messageIds))
    .execute()
  return {
    email,
    orders: orders.map(({ number, createdAt, state, fulfilment, customer, note, delivery, ...order }) => ({
      number,
      placedAt: new Date(createdAt).toISOString(),
      state,
      fulfilment,
      delivery,
      customer,
      note,
      lines: order.lines.map(({ name, size, quantity, unitPrice }) => ({
        name,
        size,
        quantity,
        unitPriceCents: unitPrice,
      })),
      totalCents: order.total,
      parcels: order.shipments.map(({ carrier, trackingNumber, trackingLink }) => ({
        carrier,
        trackingNumber,
        trackingLink,
      })),
    })),
    answers: (await readOwnAnswers(shop, orders)).map(({ item, size, fit, words }) => ({
      item,
      size,
      fit,
      words,
    })),
    storeCreditCents: credit ?? 0,
    savedProducts: found.savedPieces,
    ...mails,
    messages: messages
      .filter((message) => accountEmail(message.email) === email)
      .map(({ created_at, email: _own, ...message }) => ({
        sentAt: new Date(created_at).toISOString(),
        ...message,
      })),
  }
}

/** Deletes a customer's data at their own request, unless something is found that may be somebody else's. */
export function eraseOwnData(shop: Shop, email: string): Promise<ErasureOutcome> {
  return eraseCustomer(shop, { email, by: 'shopper', isOwn: true })
}
