import { randomUUID } from 'node:crypto'
import { deleteAccount } from '#db/accounts/sign-ins.ts'
import { setRefused } from '#db/fit/fit.ts'
import { deleteContactMessage, listAnswers } from '#db/inbox/contact-messages.ts'
import { forgetImportRows, recordErasedKey } from '#db/newsletter/imported-subscribers.ts'
import { erasedKey } from '#operations/newsletter/erased-key.ts'
import { liftBounceOf } from '#db/mail/bounced-addresses.ts'
import { eraseBlocks } from '#db/orders/blocks.ts'
import { EMPTIED, eraseOrder } from '#db/orders/erase-order.ts'
import { findOrder } from '#db/orders/orders.ts'
import { insertErasure } from '#db/orders/erasures.ts'
import { deleteKeptAnswers } from '#db/staff/kept-answers.ts'
import { eraseSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { WITHDRAWAL_RECEIPT } from './withdraw-from-contract.ts'
import { keysToErase } from '#operations/blocks/block-list.ts'
import { findCustomerData, hasNoCustomerData, type CustomerData } from './find-customer-data.ts'
import { refusalKey } from '#operations/fit/answer-how-it-fits.ts'
import { ANSWER_MAIL } from '#operations/inbox/answer-message.ts'
import { CONTACT_MAIL } from '#operations/inbox/send-contact-message.ts'
import { forgetMails } from '#operations/mail/forget-mails.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { deleteRefusals, findRefusedDrops } from '#db/drops/drop-buyers.ts'
import { deleteEntries } from '#db/drops/draw-entries.ts'
import { deleteGuests } from '#db/drops/drop-guests.ts'
import { deleteReminders } from '#db/reminders/reminders.ts'
import { accountEmail } from '#domain/accounts/account-email.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { dropBuyer } from '#operations/checkout/limit-buyers.ts'

/** How many records were deleted. */
export interface ErasedCustomer {
  orders: number
  messages: number
  subscriptions: number
}

export type ErasureOutcome =
  | ({ kind: 'erased' } & ErasedCustomer)
  /** Nothing is stored under the address. */
  | { kind: 'nothing-stored' }
  /** Some orders are still in progress, or store credit is left: nothing was deleted. */
  | { kind: 'orders-in-hand'; found: CustomerData }

/**
 * Deletes a customer's data at their request: all of it or, while an order is in progress, nothing. Amounts and dates
 * of orders stay. Who deleted how much, and when, is recorded without the data. `isOwn`: by the customer, who only
 * proved that this very address is theirs.
 */
export async function eraseCustomer(
  shop: Shop,
  { email, by, isOwn = false }: { email: string; by: string; isOwn?: boolean },
): Promise<ErasureOutcome> {
  const outcome = await transact(shop.database, (tx) => erase(shop, tx, { email, by, isOwn }))
  if (outcome.kind === 'erased') {
    const { orders, messages, subscriptions } = outcome
    shop.log.info('A customer’s data was deleted', { by, orders, messages, subscriptions })
    // What they wrote about pieces is on pages of the cache.
    await shop.changes.publish('catalogue')
  }
  return outcome
}

async function erase(
  shop: Shop,
  tx: Tx,
  { email, by, isOwn }: { email: string; by: string; isOwn: boolean },
): Promise<ErasureOutcome> {
  const now = shop.now()
  const found = await findCustomerData(tx, email)
  const isInHand = found.orders.some(({ obstacle }) => obstacle !== null)
  const isOwed = found.storeCredit.some(({ balance }) => balance > 0)
  const isElses = isOwn && !(await areOrdersOf(tx, found, email))
  if (isInHand || isOwed || isElses) return { kind: 'orders-in-hand', found }
  await forgetRefusals(shop, tx, email)
  await setRefused(tx, refusalKey(shop, email), null)
  await forgetBlocked(shop, tx, email, found)
  await forgetImportRows(tx, email)
  if (hasNoCustomerData(found)) return { kind: 'nothing-stored' }
  await liftBounceOf(tx, email)
  await recordErasedKey(tx, erasedKey(shop, email), now)
  await deleteKeptAnswers(tx)
  const mails: string[] = []
  for (const { id, number } of found.orders) {
    mails.push(...(await eraseOrder(tx, { id, number, why: 'request', by, now })))
  }
  mails.push(...(await forgetRecipients(tx, found)))
  mails.push(...(await deleteMessages(tx, found)), ...(await deleteSubscriptions(tx, found)))
  mails.push(
    ...(await forgetReminders(tx, found)),
    ...(await forgetEntries(tx, found)),
    ...(await forgetGuests(tx, found)),
    ...found.signInIds.map((id) => `sign-in-${id}`),
  )
  await deleteAccount(tx, accountEmail(email))
  const id = randomUUID()
  await forgetMails(tx, { key: id, mails, now })
  const erased = {
    orders: found.orders.length,
    messages: found.messageIds.length,
    subscriptions:
      found.subscriptionIds.length + found.reminderIds.length + found.entryIds.length + found.guests.length,
  }
  const counts = { Orders: erased.orders, Messages: erased.messages, Subscriptions: erased.subscriptions }
  await recordAudit(tx, shop, {
    action: 'customer-erased',
    changes: Object.entries(counts).map(([field, before]) => ({ field, before, after: 0 })),
  })
  await insertErasure(tx, { id, at: now, by, ...erased })
  return { kind: 'erased', ...erased }
}

/** Whether the emails of all these orders go to this very address: staff also look for earlier ones. */
async function areOrdersOf(tx: Tx, { orders }: CustomerData, email: string): Promise<boolean> {
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return true
  const rows = await tx.selectFrom('orders').select('email').where('id', 'in', ids).execute()
  return rows.every((order) => accountEmail(order.email) === accountEmail(email))
}

/** What an address without an order was refused of drops. */
async function forgetRefusals(shop: Shop, tx: Tx, email: string): Promise<void> {
  const drops = await findRefusedDrops(tx)
  const buyers = drops.flatMap((id) => dropBuyer(shop, id, 'email', limitEmail(email)) ?? [])
  await deleteRefusals(
    tx,
    buyers.map(({ key }) => key),
  )
}

/** Who is blocked stays so, by the keyed digests. */
async function forgetBlocked(shop: Shop, tx: Tx, email: string, { orders }: CustomerData): Promise<void> {
  const found = await Promise.all(orders.map(({ id }) => findOrder(tx, id)))
  const keys = keysToErase(
    shop,
    email,
    found.filter((order) => order !== null),
  )
  await eraseBlocks(tx, { keys }, EMPTIED.blocks)
}

/** The cards stay with what is left on them; one that was not sent yet is not sent. */
async function forgetRecipients(tx: Tx, { giftCardIds, storeCredit }: CustomerData): Promise<string[]> {
  const ids = [...giftCardIds, ...storeCredit.map(({ id }) => id)]
  if (ids.length === 0) return []
  await tx
    .updateTable('gift_cards')
    .set({ recipient_name: '', recipient_email: '', message: '', email: null })
    .where('id', 'in', ids)
    .execute()
  const mails = await tx
    .updateTable('outbox')
    .set({ last_error: null })
    .where('kind', 'in', ['gift-card', 'store-credit'])
    .where((e) => e.or(ids.map((id) => e('dedupe_key', 'like', `%:${id}%`))))
    .returning('dedupe_key as key')
    .execute()
  return mails.map(({ key }) => key.replace(':', '-'))
}

/** The last error of a message's mails may contain the address. */
async function deleteMessages(tx: Tx, { messageIds }: CustomerData): Promise<string[]> {
  const tasks: [kind: string, id: string][] = []
  for (const id of messageIds) {
    tasks.push([CONTACT_MAIL, id], [WITHDRAWAL_RECEIPT, id])
    tasks.push(...(await listAnswers(tx, id)).map((answer) => [ANSWER_MAIL, answer.id] as [string, string]))
    await deleteContactMessage(tx, id)
  }
  const keys = tasks.map(([kind, id]) => `${kind}:${id}`)
  if (keys.length > 0) {
    await tx.updateTable('outbox').set({ last_error: null }).where('dedupe_key', 'in', keys).execute()
  }
  return tasks.map(([kind, id]) => `${kind}-${id}`)
}

async function deleteSubscriptions(tx: Tx, { subscriptionIds }: CustomerData): Promise<string[]> {
  const mails: string[] = []
  for (const id of subscriptionIds) mails.push(...((await eraseSubscriber(tx, id)) ?? []))
  return mails
}

async function forgetGuests(tx: Tx, { guests }: CustomerData): Promise<string[]> {
  await deleteGuests(tx, { keys: guests.map(({ key }) => key) })
  return guests.flatMap(({ linkId }) => (linkId === null ? [] : [`early-access-${linkId}`]))
}

async function forgetReminders(tx: Tx, { reminderIds }: CustomerData): Promise<string[]> {
  await deleteReminders(tx, reminderIds)
  return reminderIds.flatMap((id) => [`reminder-confirm-${id}`, `drop-begins-${id}`, `back-in-stock-${id}`])
}

async function forgetEntries(tx: Tx, { entryIds }: CustomerData): Promise<string[]> {
  await deleteEntries(tx, entryIds)
  return entryIds.flatMap((id) => [`draw-entry-${id}`, `draw-won-${id}`, `draw-lost-${id}`])
}
